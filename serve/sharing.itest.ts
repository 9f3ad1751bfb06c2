import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { beforeNewSession } from "#lib/sharing/attempts/commands.ts";
import { startShareSession } from "#lib/sharing/sessions/commands.ts";
import { flushLedger } from "#serve/ledger.ts";
import { api } from "#test/api.ts";
import { stopClock } from "#test/clock.ts";
import { type AskDocs, askThroughProxy, type DocsReply } from "#test/docs-client.ts";
import { logInOn } from "#test/docs-member.ts";
import { buildShare, revokeShare, sessionsOf } from "#test/factories/shares.ts";
import { addDomain, publishSite, versionOf } from "#test/factories/sites.ts";
import { buildOrganization, buildPerson, buildProject } from "#test/factories/tenants.ts";
import {
  buildVault,
  cookieOf,
  formOf,
  givePassword,
  hosts,
  linkPath,
  navigation,
  page,
  post,
  treasure,
} from "#test/sharing-site.ts";

const { vault, keeper, ask: overSockets, close } = await buildVault();
afterAll(close);
afterEach(() => vi.restoreAllMocks());

/** With what becomes of the sixth try within a minute: nobody's address is known to Next by itself, so nothing is counted by it. */
const served: [name: string, ask: AskDocs, sixth: 429 | 401][] = [
  ["over sockets", overSockets, 429],
  ["through proxy.ts", askThroughProxy, 401],
];
const ask = overSockets;

/** A project whose pages are read by https on a domain of its own. */
const owner = await buildPerson();
const book = await buildProject({
  slug: "book",
  organization: await buildOrganization(owner),
  privacyLevel: "private",
});
await publishSite(book, await versionOf(book, "latest"), { "index.html": treasure });
const own = "docs.book.example";
await addDomain(book, own, { canonical: true, https: true });
await addDomain(book, "old.book.example", { https: false });

const password = "violet harbour 17 stones";
const [link, narrow, landing, asked, second, elsewhere, bookLink] = [
  await buildShare(vault),
  await buildShare(vault, { versions: ["old"] }),
  await buildShare(vault, { landingPath: "/en/old/a.html#part" }),
  await buildShare(vault, { type: "password", password }),
  await buildShare(vault, { type: "password", password: "amber 44 lantern field", versions: ["old"] }),
  await buildShare(await db.project.findFirstOrThrow({ where: { slug: "other" } })),
  await buildShare(book),
];

const reads = async (send: AskDocs, cookie: string, path = page, host = hosts.vault) => {
  const reply = await send(host, path, { headers: { ...navigation, cookie } });
  return reply.status === 200 && reply.text.includes(treasure);
};
/** Where a browser goes on to. */
const goes = ({ status, headers }: DocsReply) => [status, headers.location];
const hidden = {
  "cache-control": "no-store",
  "cdn-cache-control": "private",
  "x-robots-tag": "noindex",
  "referrer-policy": "no-referrer",
};

describe.each(served)("a secret link, %s", (_, send) => {
  const open = (target: string, headers: Record<string, string> = {}, method = "GET") =>
    send(hosts.vault, target, { method, headers: { ...navigation, ...headers } });

  test.each([
    ["where the default version begins", link.link, "", "/en/latest/"],
    ["the page named", link.link, "?next=/en/old/a.html%3Fx=1%26y%23part", "/en/old/a.html?x=1&y#part"],
    ["a page with a plus in its name", link.link, "?next=/en/latest/c++.html", "/en/latest/c++.html"],
    ["a page that is not there", link.link, "?next=/en/latest/nothing", "/en/latest/nothing"],
    ["a page it does not cover", narrow.link, "?next=/en/latest/", "/en/latest/"],
    ["the first version it covers", narrow.link, "", "/en/old/"],
    ["where its creator wants people", landing.link, "", "/en/old/a.html#part"],
    ["the page named, wherever people land otherwise", landing.link, "?next=/en/latest/", "/en/latest/"],
  ])("[serving P1] lets in and leads to %s", async (_what, secret, query, location) => {
    const opened = await open(linkPath(secret) + query);
    expect(goes(opened)).toEqual([302, location]);
    expect(opened.headers).toMatchObject(hidden);
    expect(opened.headers["set-cookie"]).toEqual([
      expect.stringMatching(/^docs-share=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const covered = secret === narrow.link ? "/en/old/" : page;
    expect(await reads(send, cookieOf(opened), covered)).toBe(true);
  });

  test("[serving P1] has a cookie for https, in frames as well, that dies with the browser and opens no second project", async () => {
    const opened = await send(own, linkPath(bookLink.link));
    expect(goes(opened)).toEqual([302, "/en/latest/"]);
    expect(opened.headers["set-cookie"]).toEqual([
      expect.stringMatching(
        /^__Host-docs-share=[^;]+; Path=\/; HttpOnly; SameSite=None; Secure; Partitioned$/,
      ),
    ]);
    const cookie = cookieOf(opened);
    expect(await reads(send, cookie, page, own)).toBe(true);
    expect(await reads(send, cookie.replace("__Host-", ""), page, hosts.vault)).toBe(false);
    expect(await reads(send, cookieOf(await open(linkPath(link.link))), page, hosts.other)).toBe(false);
  });

  test("begins no session for who asks for headers only, and none for a member", async () => {
    const share = await buildShare(book);
    const looked = await send(own, linkPath(share.link), { method: "HEAD" });
    expect([...goes(looked), looked.headers["set-cookie"]]).toEqual([302, "/en/latest/", undefined]);
    const cookie = await logInOn(send, own, owner);
    const passed = await send(own, `${linkPath(share.link)}?next=/en/latest/a`, { headers: { cookie } });
    expect([...goes(passed), passed.headers["set-cookie"]]).toEqual([302, "/en/latest/a", undefined]);
    expect(await sessionsOf(share)).toEqual([]);
  });

  test("opened again goes on with its session, and the newest shares of a browser stay", async () => {
    const share = await buildShare(vault);
    const first = cookieOf(await open(linkPath(share.link)));
    const both = cookieOf(await open(linkPath(link.link), { cookie: first }));
    const again = cookieOf(await open(linkPath(share.link), { cookie: both }));
    const [session, ...more] = await sessionsOf(share);
    expect(more).toEqual([]);
    expect(session).toMatchObject({ host: hosts.vault, endedAt: null, recipientId: null });
    expect(again.split("=")[1]).toMatch(new RegExp(`^${session?.id}\\.[0-9a-f-]{36}\\.[\\w-]{43}$`));
    expect(await reads(send, again)).toBe(true);
  });

  test("[serving P9] on another host of the project moves to the one it is read on, before it opens", async () => {
    const share = await buildShare(book);
    const target = `${linkPath(share.link)}?next=/en/latest/a%20b`;
    for (const host of ["book.docs.localhost:3000", "old.book.example", "book--7.previews.localhost:3000"]) {
      for (const method of ["GET", "HEAD", "POST"]) {
        const moved = await send(host, target, { method });
        expect([host, ...goes(moved)]).toEqual([
          host,
          method === "POST" ? 303 : 302,
          `https://${own}${target}`,
        ]);
        expect(moved.headers).toMatchObject(hidden);
        expect(moved.headers["set-cookie"]).toBeUndefined();
      }
    }
    expect(await sessionsOf(share)).toEqual([]);
    const part = await buildShare(await db.project.findFirstOrThrow({ where: { slug: "vault-plugin" } }));
    expect(goes(await send(hosts.plugin, linkPath(part.link)))).toEqual([
      302,
      `http://${hosts.vault}${linkPath(part.link)}`,
    ]);
    const opened = await open(linkPath(part.link));
    expect(goes(opened)).toEqual([302, "/projects/plugin/en/latest/"]);
    expect(await reads(send, cookieOf(opened), "/projects/plugin/en/latest/")).toBe(true);
    expect(await reads(send, cookieOf(opened))).toBe(false);
  });
});

describe.each(served)("a link that is none, %s", (_, send) => {
  const none: [what: string, secret: () => Promise<string | null>][] = [
    ["unknown", async () => "lcl_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
    ["empty but for a space", async () => "%20"],
    ["of a header token", async () => (await buildShare(vault, { type: "http_header_token" })).token],
    ["of another project", async () => elsewhere.link],
    [
      "revoked",
      async () => {
        const share = await buildShare(vault);
        await revokeShare(share);
        return share.link;
      },
    ],
    [
      "replaced",
      async () => {
        const share = await buildShare(vault);
        await db.shareSecret.updateMany({ where: { shareId: share.id }, data: { retiredAt: new Date() } });
        return share.link;
      },
    ],
    [
      "replaced, its time being over",
      async () => {
        const share = await buildShare(vault);
        await db.shareSecret.updateMany({ where: { shareId: share.id }, data: { validUntil: new Date(0) } });
        return share.link;
      },
    ],
    [
      "over for more than thirty days",
      async () => {
        const share = await buildShare(vault, { expires: "2026-01-01" });
        await db.shareSecret.updateMany({
          where: { shareId: share.id },
          data: { lookupHash: null, sealed: null },
        });
        return share.link;
      },
    ],
  ];

  test.each(none)("[serving P2] %s: the same page whatever was wrong", async (_what, secret) => {
    const target = linkPath(await secret());
    for (const method of ["GET", "HEAD", "POST"]) {
      const reply = await send(hosts.vault, target, { method, headers: navigation });
      expect([method, reply.status, reply.headers["set-cookie"]]).toEqual([method, 404, undefined]);
      expect(reply.headers).toMatchObject(hidden);
      if (method === "HEAD") continue;
      expect(reply.text).toContain("<p>This sharing link is not valid any more. Ask the person");
      expect(reply.text).toBe(
        (await send(hosts.other, linkPath("lcl_nobody"), { headers: navigation })).text,
      );
    }
  });

  test("[serving P2] over by its date says so, and takes a request for a new one", async () => {
    const share = await buildShare(vault, { expires: "2026-03-05" });
    const target = linkPath(share.link);
    const ended = await send(hosts.vault, target, { headers: navigation });
    expect([ended.status, cookieOf(ended)]).toEqual([410, ""]);
    expect(ended.headers).toMatchObject(hidden);
    expect(ended.text).toContain("5 Mar 2026");
    const form = formOf(ended);
    expect(form.action).toBe(`${target}/ask?lang=en`);
    const fill = (fields: Record<string, string>) => post(send, hosts.vault, form.action, fields);
    const csrf = form.fields.get("csrf") ?? "";
    expect((await fill({ email: "ann@example.org", csrf: "x" })).status).toBe(410);
    expect((await fill({ email: "no address", csrf })).status).toBe(400);
    expect(await db.extensionRequest.count({ where: { shareId: share.id } })).toBe(0);
    stopClock();
    const statuses = [];
    for (let time = 0; time < 4; time += 1) {
      const reply = await fill({ email: "ann@example.org", note: "Please.", csrf });
      expect(reply.headers).toMatchObject(hidden);
      statuses.push(reply.status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);

    const settings = `/projects/${vault.slug}/publishing/`;
    expect((await api(keeper).patch(settings, { extension_requests: false })).status).toBe(200);
    expect(formOf(await send(hosts.vault, target, { headers: navigation })).action).toBe("");
    expect((await fill({ email: "ann@example.org", csrf })).status).toBe(410);
    expect((await api(keeper).patch(settings, { extension_requests: true })).status).toBe(200);
  });
});

describe.each(served)("a password, %s", (_, send, sixth) => {
  const give = (target: string, text: string, sent: Parameters<typeof givePassword>[4] = {}) =>
    givePassword(send, hosts.vault, target, text, sent);

  test("[serving P3] is asked for at its link: wrong, then right", async () => {
    const target = `${linkPath(asked.link)}?next=/en/latest/a.html`;
    const prompt = await send(hosts.vault, target, { headers: navigation });
    expect([prompt.status, cookieOf(prompt)]).toEqual([401, ""]);
    expect(prompt.headers).toMatchObject({ ...hidden, "www-authenticate": 'Token realm="docs"' });
    expect(prompt.text).toContain("<h1>Authorization required</h1>");
    const wrong = await give(target, "some other password");
    expect([wrong.status, cookieOf(wrong)]).toEqual([401, ""]);
    expect(wrong.text).toContain("That password did not work.");
    expect(formOf(wrong).fields.get("next")).toBe("/en/latest/a.html");
    const right = await give(target, password);
    expect(goes(right)).toEqual([303, "/en/latest/a.html"]);
    expect(right.headers).toMatchObject(hidden);
    expect(await reads(send, cookieOf(right))).toBe(true);
    const again = await send(hosts.vault, target, { headers: { cookie: cookieOf(right) } });
    expect(goes(again)).toEqual([302, "/en/latest/a.html"]);
  });

  test("[serving P3] is asked for in place, and several count there, each for what it covers", async () => {
    const target = "/en/old/a.html?x=1&y=%2F";
    expect(goes(await give(target, password))).toEqual([303, target]);
    const other = await give(target, "amber 44 lantern field");
    expect(goes(other)).toEqual([303, target]);
    expect(await reads(send, cookieOf(other), "/en/old/a.html")).toBe(true);
    expect(await reads(send, cookieOf(other))).toBe(false);
    expect((await give(page, "amber 44 lantern field")).status).toBe(401);
    // A link is for its own password.
    expect((await give(linkPath(asked.link), "amber 44 lantern field")).status).toBe(401);
    expect(goes(await give(linkPath(second.link), "amber 44 lantern field"))).toEqual([303, "/en/old/"]);
  });

  test("that is wrong is written down for its share, in place too where no other could be meant", async () => {
    const refusedOf = async ({ id: shareId }: { id: number }) => {
      await flushLedger();
      const { _sum } = await db.shareUseDaily.aggregate({ where: { shareId }, _sum: { refused: true } });
      return _sum.refused ?? 0;
    };
    const before = await refusedOf(asked);
    const secondBefore = await refusedOf(second);
    await give(linkPath(asked.link), "some other password");
    expect(await refusedOf(asked)).toBe(before + 1);
    await give(page, "some other password");
    expect(await refusedOf(asked)).toBe(before + 2);
    await give("/en/old/", "some other password");
    const { action } = formOf(await send(hosts.vault, linkPath(asked.link), { headers: navigation }));
    await post(send, hosts.vault, action, { csrf: "x", password });
    expect([await refusedOf(asked), await refusedOf(second)]).toEqual([before + 2, secondBefore]);
    await db.rateCounter.deleteMany({});
  });

  test("[serving P3] is asked for on a page of its own, which leads on whoever is in", async () => {
    const prompt = await send(hosts.vault, "/_/sharing/?next=/en/old/", { headers: navigation });
    expect([prompt.status, formOf(prompt).fields.get("next")]).toEqual([401, "/en/old/"]);
    const right = await give("/_/sharing/", password);
    expect(goes(right)).toEqual([303, "/en/latest/"]);
    const inside = { headers: { cookie: cookieOf(right) } };
    expect(goes(await send(hosts.vault, "/_/sharing/?next=/en/old/", inside))).toEqual([302, "/en/old/"]);
    const none = await send(hosts.other, "/_/sharing/?next=/en/latest/", { headers: navigation });
    expect([none.status, formOf(none).action]).toEqual([401, ""]);
    expect((await send(hosts.preview, "/_/sharing/")).status).toBe(404);
  });

  test("[serving P3] tried too often has to wait, and nobody else has", async () => {
    const moment = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 7_200_000);
    vi.spyOn(clock, "now").mockReturnValue(moment);
    await db.rateCounter.deleteMany({});
    const statuses = [];
    for (let time = 0; time < 6; time += 1) statuses.push((await give(page, "some other password")).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, sixth]);
    const next = await give(linkPath(asked.link), password);
    const isIn = cookieOf(next) !== "";
    const answers = { 429: [429, "60", false], 401: [303, undefined, true] };
    expect([next.status, next.headers["retry-after"], isIn]).toEqual(answers[sixth]);
    expect(next.headers).toMatchObject(hidden);
    expect(cookieOf(await send(hosts.vault, linkPath(link.link)))).not.toBe("");
    await db.rateCounter.deleteMany({});
  });

  test("is taken from a form of this host's only, and not one of long ago", async () => {
    const { action, fields } = formOf(await send(hosts.vault, page, { headers: navigation }));
    const here = formOf(await send(hosts.vault, linkPath(asked.link), { headers: navigation }));
    fields.set("password", password);
    const csrf = fields.get("csrf") ?? "";
    for (const bad of ["", "x", here.fields.get("csrf") ?? "", csrf.slice(0, -3)]) {
      const reply = await post(send, hosts.vault, action, { ...Object.fromEntries(fields), csrf: bad });
      expect([reply.status, cookieOf(reply)]).toEqual([401, ""]);
      expect(formOf(reply).fields.get("next")).toBe(page);
    }
    expect((await post(send, hosts.vault, action, fields)).status).toBe(303);
    vi.spyOn(clock, "now").mockReturnValue(new Date(Date.now() + 13 * 3_600_000));
    expect((await post(send, hosts.vault, action, fields)).status).toBe(401);
  });

  test("takes no more than a form", async () => {
    const csrf = formOf(await send(hosts.vault, page, { headers: navigation })).fields.get("csrf") ?? "";
    const long = await post(send, hosts.vault, "/_/sharing/", { csrf, password: "x".repeat(8192) });
    expect([long.status, cookieOf(long)]).toEqual([413, ""]);
    expect(long.headers).toMatchObject(hidden);
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/",
    "/a\r\nSet-Cookie: a=b",
    "/\t/evil.example",
    "/_/sharing/lcl_x",
    "/%5f/sharing/lcl_x",
    "/en/../_/sharing/lcl_x",
  ])("[serving P7] next=%j leads to where people land, by link, form and in place", async (next) => {
    const query = `?next=${encodeURIComponent(next)}`;
    expect(goes(await send(hosts.vault, linkPath(link.link) + query))).toEqual([302, "/en/latest/"]);
    expect(goes(await give(linkPath(asked.link) + query, password))).toEqual([303, "/en/latest/"]);
    const fields = { next };
    expect(goes(await give(linkPath(asked.link), password, { fields }))).toEqual([303, "/en/latest/"]);
    expect(goes(await give(page, password, { fields }))).toEqual([303, "/en/latest/"]);
  });

  test("[serving P8] nothing on the way can be kept, framed pages work, and no address to go on to has a secret", async () => {
    const target = linkPath(asked.link);
    const right = await give(target, password);
    const replies = [
      await send(hosts.vault, linkPath(link.link)),
      await send(hosts.vault, target, { headers: navigation }),
      await send(hosts.vault, `/_//sharing/${link.link}`),
      await give(target, "some other password"),
      right,
      await send(hosts.vault, "/_/sharing/logout"),
    ];
    for (const { headers } of replies) {
      expect(headers).toMatchObject(hidden);
      expect(headers["cache-tag"]).toBeUndefined();
      expect(headers["x-frame-options"]).toBeUndefined();
      expect(headers["content-security-policy"] ?? "").not.toContain("frame-ancestors");
    }
    expect(right.headers.location).toBe("/en/latest/");
    const shown = await send(hosts.vault, page, { headers: { cookie: cookieOf(right) } });
    expect(shown.headers).toMatchObject({
      "cache-control": "private, no-cache",
      "cdn-cache-control": "private",
    });
    expect(shown.headers["x-frame-options"]).toBeUndefined();
    expect(shown.text + JSON.stringify(shown.headers)).not.toContain(asked.link);
  });
});

describe("share sessions", () => {
  test("end when their reader leaves, on that host alone, and the browser forgets them", async () => {
    const mine = cookieOf(await ask(hosts.vault, linkPath(link.link)));
    const yours = cookieOf(await ask(hosts.vault, linkPath(link.link)));
    const leave = (headers: Record<string, string>) =>
      ask(hosts.vault, "/_/sharing/logout", { method: "POST", headers: { cookie: mine, ...headers } });
    for (const from of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }]) {
      expect((await leave(from)).headers["set-cookie"]).toBeUndefined();
    }
    expect(goes(await ask(hosts.vault, "/_/sharing/logout", { headers: { cookie: mine } }))).toEqual([
      302,
      "/",
    ]);
    expect(await reads(ask, mine)).toBe(true);
    const left = await leave({ origin: `http://${hosts.vault}`, "sec-fetch-site": "same-origin" });
    expect(goes(left)).toEqual([303, "/_/sharing/logout"]);
    expect(left.headers["set-cookie"]).toEqual(["docs-share=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"]);
    expect((await ask(hosts.vault, "/_/sharing/logout", { headers: { cookie: mine } })).status).toBe(200);
    expect([await reads(ask, mine), await reads(ask, yours)]).toEqual([false, true]);
    const history = { projectId: vault.id, subjectKind: "share", subjectId: String(link.id) };
    const counted = { action: { startsWith: "share_session." }, ...history };
    const events = await db.auditEvent.findMany({ where: counted, orderBy: { id: "desc" }, take: 3 });
    expect(events.map(({ action }) => action)).toEqual([
      "share_session.end",
      "share_session.start",
      "share_session.start",
    ]);
  });

  test("are begun only so often by a browser that keeps no cookie; whoever keeps one need not wait", async () => {
    const share = await buildShare(vault);
    const secret = await db.shareSecret.findFirstOrThrow({ where: { shareId: share.id } });
    stopClock();
    const address = "203.0.113.77";
    const caller = { host: hosts.vault, address, client: "test", held: [] };
    await db.rateCounter.deleteMany();
    const first = await startShareSession(secret, caller);
    for (let tries = 1; tries < 120; tries += 1) await beforeNewSession({ projectId: vault.id, address });
    expect(await startShareSession(secret, caller)).toEqual({ waitSeconds: expect.any(Number) });
    const held = first && "id" in first ? [first.id] : [];
    expect(await startShareSession(secret, { ...caller, held })).toEqual(first);
    expect(await startShareSession(secret, { ...caller, address: "203.0.113.78" })).toHaveProperty("id");
    expect(await sessionsOf(share)).toHaveLength(2);
  });

  test("are not begun with a share that has ended meanwhile", async () => {
    const caller = { host: hosts.vault, address: "192.0.2.1", client: "test", held: [] };
    const share = await buildShare(vault);
    const secret = await db.shareSecret.findFirstOrThrow({ where: { shareId: share.id } });
    expect(await startShareSession(secret, caller)).not.toBeNull();
    await db.share.update({ where: { id: share.id }, data: { expires: new Date("2026-01-01") } });
    expect(await startShareSession(secret, caller)).toBeNull();
    await revokeShare(share);
    expect(await startShareSession(secret, caller)).toBeNull();
    expect(await sessionsOf(share)).toHaveLength(1);
  });

  test("that are begun while their share is revoked are ended with it", async () => {
    const caller = { host: own, address: "192.0.2.1", client: "test", held: [] };
    for (let round = 0; round < 3; round += 1) {
      const share = await buildShare(book);
      const secret = await db.shareSecret.findFirstOrThrow({ where: { shareId: share.id } });
      const begin = () => startShareSession(secret, caller);
      const revoke = api(owner).post(`/projects/book/sharing/${share.id}/revoke/`);
      const [revoked] = await Promise.all([revoke, ...Array.from({ length: 6 }, begin)]);
      expect(revoked.status).toBe(200);
      expect(await db.shareSession.count({ where: { shareId: share.id, endedAt: null } })).toBe(0);
    }
  });
});
