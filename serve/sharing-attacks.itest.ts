import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { siteDirectory } from "#serve/directory.ts";
import { api } from "#test/api.ts";
import { stopClock } from "#test/clock.ts";
import { type AskDocs, askThroughProxy, type DocsReply } from "#test/docs-client.ts";
import { type BuiltShare, buildShare, sessionsOf } from "#test/factories/shares.ts";
import { addDomain } from "#test/factories/sites.ts";
import { buildPerson, next } from "#test/factories/tenants.ts";
import {
  buildVault,
  cookieOf,
  formOf,
  givePassword,
  hosts,
  linkPath,
  navigation,
  newAddress,
  openLink,
  page,
  post,
  treasure,
} from "#test/sharing-site.ts";

/** Each attack on shared documentation that is known from others (design notes on peers; spec/serving.md 14.3), and how it ends. */
env.TRUSTED_PROXIES = ["127.0.0.1"];
const { vault, ask: overSockets, close } = await buildVault();
afterAll(close);
afterEach(() => vi.restoreAllMocks());

const served: [name: string, ask: AskDocs][] = [
  ["over sockets", overSockets],
  ["through proxy.ts", askThroughProxy],
];
const ask = overSockets;
const password = "violet harbour 17 stones";
const [link, asked, header] = [
  await buildShare(vault),
  await buildShare(vault, { type: "password", password }),
  await buildShare(vault, { type: "http_header_token" }),
];
await addDomain(vault, "docs.vault.example");

/** A client address of its own for every test that tries something, so that none spends another's tries. */
const from = (address = newAddress()) => ({ "x-forwarded-for": address });
const cookie = (value: string) => ({ headers: { cookie: value } });
const read = async (host: string, path: string, headers: Record<string, string> = {}) =>
  ask(host, path, { headers: { ...navigation, ...headers } });
/** What shows that somebody is in. */
const reads = (reply: DocsReply) => reply.status === 200 && reply.text.includes(treasure);

/** What is given as `next`, to get somewhere else. */
const hostile: [what: string, next: string][] = [
  ["a host behind two slashes", "//evil.example"],
  ["three slashes", "///evil.example/"],
  ["a backslash", "/\\evil.example"],
  ["two backslashes", "\\\\evil.example"],
  ["a backslash later on", "/en\\..\\..//evil.example"],
  ["an address", "https://evil.example/"],
  ["an address with one slash", "https:/evil.example"],
  ["an address without slashes", "https:evil.example"],
  ["its own address", `http://${hosts.vault}/en/old/`],
  ["another project's address", `http://${hosts.other}/`],
  ["a user name", `//${hosts.vault}@evil.example/`],
  ["a script", "javascript:alert(1)"],
  ["data", "data:text/html,x"],
  ["a tab that browsers leave out", "/\t/evil.example"],
  ["a line break that browsers leave out", "/\n/evil.example"],
  ["another header", "/\r\nSet-Cookie: docs-share=x"],
  ["another body", "/\r\n\r\n<script>"],
  ["NUL", "/\0/evil.example"],
  ["a space in front", " //evil.example"],
  ["no slash", "en/latest/"],
  ["nothing", ""],
  ["a share", "/_/sharing/lcl_x"],
  ["a share, escaped", "/%5F/sharing/x"],
  ["a share, twice slashed", "/_//sharing/x"],
  ["a share, behind a dot", "/./_/sharing/x"],
  ["a share, behind two dots", "/en/../_/sharing/x"],
  ["leaving", "/_/sharing/logout"],
  ["logging in as somebody", "/_/login?code=x"],
  ["logging out", "/_/logout"],
  ["more than 2048 characters", `/${"a".repeat(2048)}`],
];

const start = `http://${hosts.vault}${page}`;
/** Where a browser goes. */
const target = (reply: DocsReply) => new URL(reply.headers.location ?? "?", `http://${hosts.vault}/_/`).href;

describe("an open redirect through next behind a password", () => {
  test.each(hostile)("%s leads to where people land", async (_what, wanted) => {
    const fields = { next: wanted };
    for (const door of [linkPath(asked.link), page]) {
      const given = await givePassword(ask, hosts.vault, door, password, { fields });
      expect([door, given.status, target(given)]).toEqual([door, 303, start]);
    }
  });
});

describe.each(served)("an open redirect through next of a link, %s", (_, send) => {
  test.each(hostile)("%s leads to where people land", async (_what, wanted) => {
    const opened = await send(hosts.vault, `${linkPath(link.link)}?next=${encodeURIComponent(wanted)}`);
    expect([opened.status, target(opened)]).toEqual([302, start]);
    expect(opened.headers["set-cookie"]).toHaveLength(1);
  });

  test.each([
    ["/en/old/a.html?x=//evil.example#part", "/en/old/a.html?x=//evil.example#part"],
    ["/en/latest/ü", "/en/latest/%C3%BC"],
    ["/nothing/here", "/nothing/here"],
    ["/%2f%2fevil.example", "/%2f%2fevil.example"],
    ["/@evil.example", "/@evil.example"],
  ])("%s is a path of this host and stays one", async (wanted, expected) => {
    const reply = await send(hosts.vault, `${linkPath(link.link)}?next=${encodeURIComponent(wanted)}`);
    expect([reply.status, target(reply)]).toEqual([302, `http://${hosts.vault}${expected}`]);
  });

  test("of several the first counts, whatever the others say", async () => {
    const reply = await send(hosts.vault, `${linkPath(link.link)}?next=/en/old/&next=//evil.example`);
    expect(target(reply)).toMatch(new RegExp(`^http://${hosts.vault}/en/`));
  });
});

describe.each(served)("a share's cookie elsewhere, %s", (_, send) => {
  let own = "";
  beforeAll(async () => {
    own = await openLink(send, hosts.vault, link.link);
    expect(reads(await send(hosts.vault, page, cookie(own)))).toBe(true);
  });

  test.each([
    ["another project", hosts.other, page],
    ["the translation by its own host", hosts.german, "/de/latest/"],
    ["the translation on this host", hosts.vault, "/de/latest/"],
    ["the subproject on this host", hosts.vault, "/projects/plugin/en/latest/"],
    ["the subproject by its own host", hosts.plugin, page],
    ["a domain of the same project", "docs.vault.example", page],
    ["the preview host", hosts.preview, "/en/7/"],
    ["this host with a neighbour's name in front", `x.${hosts.vault}`, page],
  ])("reads nothing of %s", async (_what, host, path) => {
    const names = ["docs-share", "__Host-docs-share", "lectern-docs", "__Host-lectern-docs"];
    const value = own.slice(own.indexOf("=") + 1);
    const all = names.map((name) => `${name}=${value}`).join("; ");
    for (const sent of [own, all]) {
      for (const method of ["GET", "HEAD"]) {
        const reply = await send(host, path, { method, headers: { ...navigation, cookie: sent } });
        expect([reply.status, reply.text.includes(treasure)]).toEqual([expect.any(Number), false]);
        expect(reply.status).not.toBe(200);
        expect(reply.status).not.toBe(304);
      }
    }
  });

  test("neither does one that was got by opening the link there", async () => {
    for (const host of [hosts.other, hosts.german, hosts.plugin, hosts.preview, "docs.vault.example"]) {
      const reply = await send(host, linkPath(link.link), { headers: { ...navigation, ...from() } });
      expect([host, cookieOf(reply)]).toEqual([host, ""]);
    }
  });
});

describe("a session that an attacker has planted", () => {
  const forged = "3f1b3c1e-5a0e-4a57-9d52-000000000001";

  test.each([
    ["without a signature", forged],
    ["with an empty one", `${forged}.`],
    ["with one of nothing", `${forged}.${"A".repeat(43)}`],
    ["of a member's session", `${forged}.${"A".repeat(22)}`],
  ])("%s is worth nothing, and a link opened with it begins another", async (_what, value) => {
    expect(reads(await read(hosts.vault, page, { cookie: `docs-share=${value}` }))).toBe(false);
    const opened = await ask(hosts.vault, linkPath(link.link), cookie(`docs-share=${value}`));
    expect(cookieOf(opened)).not.toContain(forged);
  });

  test("cannot be chosen by the address or a form", async () => {
    for (const name of ["docs-share", "session", "sid", "sessionid"]) {
      const opened = await ask(hosts.vault, `${linkPath(link.link)}?${name}=${forged}`);
      expect(cookieOf(opened)).not.toContain(forged);
      const fields = { [name]: forged };
      const given = await givePassword(ask, hosts.vault, page, password, { fields });
      expect([given.status, cookieOf(given).includes(forged)]).toEqual([303, false]);
    }
  });

  test("does not grow when its victim opens more", async () => {
    const narrow = await buildShare(vault, { versions: ["old"] });
    const planted = await openLink(ask, hosts.vault, narrow.link);
    const opened = await ask(hosts.vault, linkPath(link.link), cookie(planted));
    expect(reads(await read(hosts.vault, page, { cookie: cookieOf(opened) }))).toBe(true);
    const given = await givePassword(ask, hosts.vault, page, password, cookie(planted));
    expect(reads(await read(hosts.vault, page, { cookie: cookieOf(given) }))).toBe(true);
    expect(reads(await read(hosts.vault, page, { cookie: planted }))).toBe(false);
  });

  test("is not the same in two browsers", async () => {
    const share = await buildShare(vault);
    const [mine, yours] = [
      await openLink(ask, hosts.vault, share.link),
      await openLink(ask, hosts.vault, share.link),
    ];
    expect(mine).not.toBe(yours);
    expect(new Set((await sessionsOf(share)).map(({ id }) => id)).size).toBe(2);
  });
});

describe("a secret of one kind used as another", () => {
  const unknown = "lcl_000000000000000000000000000000000000000000";
  const basic = (user: string, secret = "") => `Basic ${Buffer.from(`${user}:${secret}`).toString("base64")}`;

  test.each(served)("a header token is no link, %s", async (_, send) => {
    const neutral = await send(hosts.vault, linkPath(unknown), { headers: from() });
    for (const secret of [header.token, `lcl_${header.token?.slice(4)}`, password]) {
      const reply = await send(hosts.vault, linkPath(encodeURIComponent(secret ?? "")), { headers: from() });
      expect([reply.status, cookieOf(reply), reply.text]).toEqual([404, "", neutral.text]);
    }
  });

  test.each(served)("a link or password is no header token, %s", async (_, send) => {
    expect(
      reads(await send(hosts.vault, page, { headers: { authorization: `Token ${header.token}` } })),
    ).toBe(true);
    const { link: secret } = link;
    const tries = [
      `Token ${secret}`,
      `Token lch_${secret?.slice(4)}`,
      `Token ${asked.link}`,
      `Token ${password}`,
      basic(secret ?? ""),
      basic(password),
      basic("", password),
      basic("", header.token ?? ""),
      basic(header.token ?? "", "x"),
      basic(`${header.token}:`),
      `Bearer ${header.token}`,
      `Digest ${header.token}`,
      `${header.token}`,
      `Token  ${header.token} x`,
      `Token ${header.token}, Token x`,
      `Token ${header.token?.toUpperCase()}`,
      `Token ${header.token}x`,
      `Token ${header.token?.slice(0, -1)}`,
    ];
    for (const authorization of tries) {
      const reply = await send(hosts.vault, page, { headers: { authorization, ...from() } });
      expect([authorization, reply.status, cookieOf(reply)]).toEqual([authorization, 401, ""]);
      expect(reply.text).not.toContain(treasure);
    }
  });

  test.each([
    "token",
    "access_token",
    "authorization",
    "Authorization",
    "auth",
    "secret",
    "password",
    "share",
  ])("a query (%s) is no credential", async (name) => {
    for (const secret of [header.token, `Token ${header.token}`, link.link, password]) {
      const query = `${name}=${encodeURIComponent(secret ?? "")}`;
      expect(reads(await read(hosts.vault, `${page}?${query}`))).toBe(false);
    }
  });

  test("a user's API token reads no documentation, and a share's secret no API", async () => {
    const person = await buildPerson({ superuser: true });
    for (const authorization of [`Token ${person.token}`, basic(person.token)]) {
      expect((await read(hosts.vault, page, { authorization })).status).toBe(401);
    }
    const own = await openLink(ask, hosts.vault, link.link);
    for (const token of [header.token, link.link, password]) {
      const reply = await api().get("/projects/vault/", { authorization: `Token ${token}`, cookie: own });
      expect([401, 404]).toContain(reply.status);
    }
  });

  test("a header token begins no session, wherever it is sent", async () => {
    const headers = { authorization: `Token ${header.token}`, ...navigation };
    for (const path of [page, "/", "/_/sharing/", "/robots.txt", "/en/latest/nothing"]) {
      expect((await ask(hosts.vault, path, { headers })).headers["set-cookie"]).toBeUndefined();
    }
    expect(await sessionsOf(header)).toEqual([]);
  });

  test("a header token that is written at length reads, and nobody remembers it like that", async () => {
    const authorization = `Token ${" ".repeat(8000)}${header.token}`;
    expect(reads(await read(hosts.vault, page, { authorization }))).toBe(true);
    const { site } = await siteDirectory().find("vault");
    expect(site?.tokens.has(authorization)).toBe(false);
  });
});

describe("forms of other sites", () => {
  const sessions = () => sessionsOf(asked).then((rows) => rows.length);
  const door = linkPath(asked.link);
  const form = async (host: string, target: string) =>
    formOf(await ask(host, target, { headers: navigation })).fields.get("csrf") ?? "";

  test("begin no session, and the right password in them is no try", async () => {
    const before = await sessions();
    const elsewhere = await buildShare(await db.project.findUniqueOrThrow({ where: { slug: "other" } }), {
      type: "password",
      password,
    });
    const own = await form(hosts.vault, door);
    const values: [door: string, csrf: string | null][] = [
      [door, null],
      [door, ""],
      [door, "x"],
      [door, own.replace(/^[^.]*/, "zzzzzzzz")],
      [door, `${own}.x`],
      [door, own.slice(0, -2)],
      [door, own.split(".")[1] ?? ""],
      [door, await form(hosts.other, linkPath(elsewhere.link))],
      [door, await form(hosts.vault, page)],
      ["/_/sharing/", own],
      ["/_/sharing/", await form(hosts.other, page)],
    ];
    const headers = { ...from(), origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    for (const [target, csrf] of values) {
      const fields = { password, next: page, ...(csrf === null ? {} : { csrf }) };
      const reply = await post(ask, hosts.vault, target, fields, headers);
      expect([target, csrf, reply.status, cookieOf(reply)]).toEqual([target, csrf, 401, ""]);
    }
    expect(await sessions()).toBe(before);
  });

  test("count no more once they have been open for half a day", async () => {
    const csrf = await form(hosts.vault, door);
    const later = new Date(Date.now() + 13 * 3_600_000);
    vi.spyOn(clock, "now").mockReturnValue(later);
    const reply = await post(ask, hosts.vault, door, { password, next: page, csrf }, from());
    expect([reply.status, cookieOf(reply)]).toEqual([401, ""]);
  });

  test("take nobody's access away", async () => {
    const own = await openLink(ask, hosts.vault, link.link);
    const foreign: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
      { "sec-fetch-site": "same-site", origin: `http://${hosts.other}` },
      { origin: "https://evil.example" },
    ];
    for (const headers of foreign) {
      for (const target of ["/_/sharing/logout", "/_/logout"]) {
        const reply = await post(ask, hosts.vault, target, {}, { ...headers, cookie: own });
        expect([target, reply.headers["set-cookie"]]).toEqual([target, undefined]);
        expect(reads(await read(hosts.vault, page, { cookie: own }))).toBe(true);
      }
    }
  });

  test.each([
    ["nothing", ""],
    ["no form", "{}"],
    ["broken escapes", "password=%zz&csrf=%"],
    ["NUL", "password=%00&csrf=%00&next=%00"],
    ["half a character", "password=%ED%A0%80&next=/%ED%A0%80"],
    ["many fields", "password=x&".repeat(500)],
    ["everything twice", `csrf=a&csrf=b&next=/&next=//evil.example&password=${encodeURIComponent(password)}`],
  ])("%s is refused like a wrong password", async (_what, body) => {
    const headers = {
      ...navigation,
      ...from(),
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(Buffer.byteLength(body)),
    };
    for (const target of [door, "/_/sharing/"]) {
      const reply = await ask(hosts.vault, target, { method: "POST", headers, body });
      expect([target, reply.status, cookieOf(reply)]).toEqual([target, 401, ""]);
    }
  });
});

test("embedding on a docs host has a budget by address", async () => {
  const headers = from();
  const usual = env.API_RATE_EMBED;
  env.API_RATE_EMBED = 2;
  stopClock();
  try {
    const target = `/_/api/v3/embed/?url=http://${hosts.vault}${page}`;
    const replies = [1, 2, 3].map(() => () => ask(hosts.vault, target, { headers }));
    const statuses = [];
    for (const reply of replies) statuses.push((await reply()).status);
    expect(statuses).toEqual([403, 403, 429]);
    const last = await ask(hosts.vault, target, { headers });
    expect(Number(last.headers["retry-after"])).toBeGreaterThan(0);
    expect((await ask(hosts.vault, target, { headers: from() })).status).toBe(403);
  } finally {
    env.API_RATE_EMBED = usual;
  }
});

describe("guessing passwords", () => {
  const now = (text: string) => vi.spyOn(clock, "now").mockReturnValue(new Date(text));
  const wrong = (headers: Record<string, string>, share: BuiltShare = asked, target = linkPath(share.link)) =>
    givePassword(ask, hosts.vault, target, `wrong guess ${next()}`, { headers });
  const right = (headers: Record<string, string>) =>
    givePassword(ask, hosts.vault, linkPath(asked.link), password, { headers });
  const soon = () => new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3_600_000).toISOString();
  const forget = () => db.rateCounter.deleteMany({});

  test("five wrong ones from one address, whichever door; then it waits, and nobody else does", async () => {
    now(soon());
    const here = from();
    for (const target of [linkPath(asked.link), page, "/en/old/", page, linkPath(asked.link)]) {
      expect((await wrong(here, asked, target)).status).toBe(401);
    }
    const form = formOf(await ask(hosts.vault, linkPath(asked.link), { headers: navigation }));
    form.fields.set("password", password);
    const refused = await post(ask, hosts.vault, form.action, form.fields, here);
    expect([refused.status, refused.headers["retry-after"], cookieOf(refused)]).toEqual([429, "60", ""]);
    expect((await right(from())).status).toBe(303);
  });

  test("an address that is only claimed is no other address", async () => {
    now(soon());
    await forget();
    env.TRUSTED_PROXIES = [];
    try {
      const statuses = [];
      for (let guess = 0; guess < 7; guess += 1) statuses.push((await wrong(from())).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    } finally {
      env.TRUSTED_PROXIES = ["127.0.0.1"];
    }
    await forget();
    const proxied = [];
    for (let guess = 0; guess < 7; guess += 1) {
      const claimed = {
        "x-forwarded-for": `203.0.113.${guess}, 192.0.2.77`,
        "x-real-ip": `192.0.2.${guess}`,
      };
      proxied.push((await wrong(claimed)).status);
    }
    expect(proxied).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test("many addresses at once are stopped, and whoever was let in before is not", async () => {
    await forget();
    const known = from();
    const inside = cookieOf(await right(known));
    expect(reads(await read(hosts.vault, page, { cookie: inside }))).toBe(true);
    const shared = await openLink(ask, hosts.vault, link.link);

    now(soon());
    const { action, fields } = formOf(await ask(hosts.vault, linkPath(asked.link), { headers: navigation }));
    const guess = (address: string) => {
      fields.set("password", `wrong guess ${next()}`);
      return post(ask, hosts.vault, action, fields, from(address));
    };
    const tally = new Map<number, number>();
    for (let block = 0; block < 70; block += 1) {
      const replies = await Promise.all(
        Array.from({ length: 5 }, () => guess(`2001:db8:0:${block.toString(16)}::${next()}`)),
      );
      for (const { status } of replies) tally.set(status, (tally.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(tally)).toEqual({ 401: 300, 429: 50 });
    // Nobody who is in, or comes by another door, or came before, is shut out.
    expect(reads(await read(hosts.vault, page, { cookie: inside }))).toBe(true);
    expect(reads(await read(hosts.vault, page, { cookie: shared }))).toBe(true);
    expect(cookieOf(await ask(hosts.vault, linkPath(link.link), { headers: from() }))).not.toBe("");
    const authorization = `Token ${header.token}`;
    expect(reads(await read(hosts.vault, page, { authorization, ...from() }))).toBe(true);
    expect((await right(known)).status).toBe(303);
    expect((await right(from())).status).toBe(429);
    await forget();
  });

  test("sixty unknown links from one address, and then it waits", async () => {
    now(soon());
    const headers = from();
    const statuses = new Map<number, number>();
    for (let guess = 0; guess < 65; guess += 1) {
      const { status } = await ask(hosts.vault, linkPath(`lcl_${next()}`), { headers });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 404: 60, 429: 5 });
    expect(cookieOf(await ask(hosts.vault, linkPath(link.link), { headers: from() }))).not.toBe("");
  });
});
