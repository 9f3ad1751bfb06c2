import { afterAll, afterEach, describe, expect, it } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { flushLedger } from "#serve/ledger.ts";
import { api } from "#test/api.ts";
import { stopClock } from "#test/clock.ts";
import { type AskDocs, askThroughProxy, openDocsHosts } from "#test/docs-client.ts";
import { pageOf, searchable } from "#test/factories/searches.ts";
import { openShares } from "#test/factories/share-sessions.ts";
import { type BuiltShare, buildShare, revokeShare } from "#test/factories/shares.ts";
import { addDownload, changeSite, publishSite, versionOf } from "#test/factories/sites.ts";
import {
  buildOrganization,
  buildPerson,
  buildProject,
  buildSubproject,
  buildVersion,
  next,
} from "#test/factories/tenants.ts";

const { ask: askOverSockets, close } = await openDocsHosts();
afterAll(close);
const realNow = clock.now;
afterEach(async () => {
  clock.now = realNow;
  await db.rateCounter.deleteMany();
});

const host = "reach.docs.localhost:3000";
const previewHost = "reach--8.previews.localhost:3000";
const navigation = { accept: "text/html,*/*;q=0.8" };

const organization = await buildOrganization(await buildPerson());
const closed = { organization, privacyLevel: "private", externalBuildsPrivacyLevel: "private" } as const;
const reach = await buildProject({ slug: "reach", ...closed });
const part = await buildProject({ slug: "part", ...closed });
const german = await buildProject({ slug: "reach-de", language: "de", translationOfId: reach.id, ...closed });
await buildSubproject(reach, part);

const files = {
  "index.html": pageOf("Start", "lighthouse"),
  "guide/index.html": pageOf("Guide", "lighthouse"),
  "_static/site.css": "secret {}",
  "404.html": "secret 404",
  "llms-full.txt": "secret words",
};
for (const project of [reach, part, german])
  await searchable(project, "latest", files, { privacyLevel: "private" });
await searchable(reach, "2.0", files, { privacyLevel: "private" });
await searchable(reach, "open", { "index.html": pageOf("Open", "lighthouse") });
await buildVersion(reach, { slug: "asleep", active: false, privacyLevel: "private" });
const pull = await buildVersion(reach, { slug: "8", type: "external", pullNumber: 8, pullState: "open" });
await publishSite(reach, pull, files);
const { publishedBuildId: build } = await db.version.findFirstOrThrow({
  where: { id: (await versionOf(reach, "latest")).id },
});
await addDownload(reach, build ?? 0, { name: "reach.pdf", content: "secret pdf" });

const adapters: [name: string, ask: AskDocs][] = [
  ["over sockets", askOverSockets],
  ["through proxy.ts", askThroughProxy],
];
const search = (q: string): string => `/_/api/v3/search/?${new URLSearchParams({ q })}`;
const embed = (path: string): string =>
  `/_/api/v3/embed/?${new URLSearchParams({ url: `http://${host}${path}` })}`;

describe.each(adapters)("what shares reach %s", (_, ask) => {
  const read = async (path: string, headers: Record<string, string>, on = host) =>
    (await ask(on, path, { headers })).status;

  it("[serving P2] revoking stops reading at the next request, parts of pages included, and the cookie goes", async () => {
    const share = await buildShare(reach);
    const cookie = await openShares([share], "link", [host]);
    for (let time = 0; time < 2; time += 1) {
      expect(await read("/en/latest/", { cookie })).toBe(200);
      expect(await read("/en/latest/_static/site.css", { cookie })).toBe(200);
    }
    await revokeShare(share);
    await expect.poll(() => read("/en/latest/", { cookie })).toBe(401);
    expect(await read("/en/latest/_static/site.css", { cookie })).toBe(401);
    expect(await read("/_/downloads/en/latest/pdf/", { cookie })).toBe(401);
    expect(await read(embed("/en/latest/"), { cookie })).toBe(403);
    const told = await ask(host, "/en/latest/", { headers: { cookie, ...navigation } });
    expect(told.text).toContain("Your access ended.");
    expect(told.headers["set-cookie"]).toEqual(["docs-share=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"]);
    const asset = await ask(host, "/en/latest/_static/site.css", { headers: { cookie } });
    expect([asset.text, asset.headers["set-cookie"]]).toEqual(["", undefined]);
  });

  it("revoking that is taken back in time lets browsers go on that asked meanwhile", async () => {
    const share = await buildShare(reach);
    const cookie = await openShares([share], "link", [host]);
    const revoke = (revokedAt: Date | null, undoUntil: Date | null) =>
      changeSite(reach.id, () =>
        db.share.update({ where: { id: share.id }, data: { revokedAt, undoUntil } }),
      );
    await revoke(new Date(), new Date(Date.now() + 15_000));
    await expect.poll(() => read("/en/latest/", { cookie })).toBe(401);
    const told = await ask(host, "/en/latest/", { headers: { cookie, ...navigation } });
    expect(told.text).toContain("Your access ended.");
    expect(told.headers).not.toHaveProperty("set-cookie");
    await revoke(null, null);
    await expect.poll(() => read("/en/latest/", { cookie })).toBe(200);
  });

  it("[serving P2] the end of its last day (UTC) stops reading by link and by token, though nobody says so", async () => {
    const expires = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const link = await buildShare(reach, { expires });
    const cookie = await openShares([link], "link", [host]);
    const { token } = await buildShare(reach, { expires, type: "http_header_token" });
    const authorization = `Token ${token}`;
    clock.now = () => new Date(`${expires}T23:59:59.999Z`);
    expect(await read("/en/latest/", { cookie })).toBe(200);
    expect(await read("/en/latest/", { authorization })).toBe(200);
    clock.now = () => new Date(new Date(`${expires}T00:00:00Z`).getTime() + 86_400_000);
    expect(await read("/en/latest/", { cookie })).toBe(401);
    expect(await read("/en/latest/", { authorization })).toBe(401);
  });

  it("of several shares in one browser each goes on for itself", async () => {
    const [one, two] = [
      await buildShare(reach, { versions: ["latest"] }),
      await buildShare(reach, { versions: ["2.0"] }),
    ];
    const cookie = await openShares([one, two], "link", [host]);
    expect([await read("/en/latest/", { cookie }), await read("/en/2.0/", { cookie })]).toEqual([200, 200]);
    await revokeShare(one);
    await expect.poll(() => read("/en/latest/", { cookie })).toBe(401);
    expect(await read("/en/2.0/", { cookie })).toBe(200);
    const told = await ask(host, "/en/latest/", { headers: { cookie, ...navigation } });
    const kept = told.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    expect(kept.length).toBeLessThan(cookie.length);
    expect(await read("/en/2.0/", { cookie: kept })).toBe(200);
  });

  it("ending one session leaves the others of its share", async () => {
    const share = await buildShare(reach);
    const [ended, other] = [
      await openShares([share], "link", [host]),
      await openShares([share], "link", [host]),
    ];
    expect([
      await read("/en/latest/", { cookie: ended }),
      await read("/en/latest/", { cookie: other }),
    ]).toEqual([200, 200]);
    const id = ended.slice("docs-share=".length).split(".")[0] ?? "";
    await changeSite(reach.id, () =>
      db.shareSession.update({ where: { id }, data: { endedAt: new Date() } }),
    );
    await expect.poll(() => read("/en/latest/", { cookie: ended })).toBe(401);
    expect(await read("/en/latest/", { cookie: other })).toBe(200);
  });

  it("[serving P4] header tokens: both forms read, every other is refused in one line, and none leaves a cookie", async () => {
    const share = await buildShare(reach, { type: "http_header_token" });
    const token = share.token ?? "";
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;
    for (const authorization of [
      `Token ${token}`,
      `token ${token}`,
      basic(`${token}:`),
      basic(`${token}:`).replace("Basic", "bAsIc"),
    ]) {
      const reply = await ask(host, "/en/latest/", { headers: { authorization, ...navigation } });
      expect([authorization.split(" ")[0], reply.status, reply.headers["set-cookie"]]).toEqual([
        authorization.split(" ")[0],
        200,
        undefined,
      ]);
    }
    const wrong = [
      basic(`${token}:x`),
      basic(token),
      basic(`:${token}`),
      `Bearer ${token}`,
      "Token wrong",
      `Token ${token}x`,
      token,
    ];
    for (const authorization of wrong) {
      const reply = await ask(host, "/en/latest/", { headers: { authorization, ...navigation } });
      expect(reply).toMatchObject({ status: 401, text: "This token gives no access to this page.\n" });
      expect(reply.headers).toMatchObject({
        "www-authenticate": 'Token realm="docs"',
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "no-store",
      });
      expect(reply.headers).not.toHaveProperty("set-cookie");
      expect(reply.headers).not.toHaveProperty("location");
    }
    for (const query of [`?token=${token}`, `?authorization=Token%20${token}`])
      expect(await read(`/en/latest/${query}`, {})).toBe(401);
    const link = await ask(host, `/_/sharing/${token}`, { headers: navigation });
    expect([link.status, link.headers["set-cookie"]]).toEqual([404, undefined]);
    const public_ = { authorization: "Token wrong" };
    expect(await read("/en/open/", public_)).toBe(200);
    const cookie = await openShares([await buildShare(reach)], "link", [host]);
    expect(await read("/en/latest/", { cookie, ...public_ })).toBe(200);
  });

  it("tokens that nobody knows are slowed down where addresses are known, the right one is not", async () => {
    const { token } = await buildShare(reach, { type: "http_header_token" });
    stopClock();
    const guess = () => ask(host, "/en/latest/", { headers: { authorization: "Token lch_guess" } });
    for (let tries = 0; tries < 60; tries += 1) await guess();
    const slowed = await guess();
    // Next hides who asks: one budget for everybody would let one guesser shut out all others.
    const isSlowed = ask === askOverSockets;
    expect(slowed.status).toBe(isSlowed ? 429 : 401);
    expect(Number(slowed.headers["retry-after"] ?? 0) > 0).toBe(isSlowed);
    expect(await read("/en/latest/", { authorization: `Token ${token}` })).toBe(200);
  });

  it("[serving P5] a share of one version opens that version only, on its own project, and nothing that is asleep", async () => {
    const shares = {
      link: await buildShare(reach, { versions: ["latest", "asleep", "8"] }),
      token: await buildShare(reach, { versions: ["latest", "asleep", "8"], type: "http_header_token" }),
    };
    const cookie = await openShares([shares.link], "link", [host, previewHost]);
    const everything = await openShares([await buildShare(reach)], "link", [host, previewHost]);
    const table: [path: string, on: string, ofVersion: number, ofAll: number][] = [
      ["/en/latest/", host, 200, 200],
      ["/en/2.0/", host, 401, 200],
      ["/en/asleep/", host, 404, 404],
      ["/projects/part/en/latest/", host, 401, 401],
      ["/de/latest/", host, 401, 401],
      ["/en/8/", previewHost, 401, 401],
      ["/en/open/", host, 200, 200],
    ];
    for (const [path, on, ofVersion, ofAll] of table) {
      const authorization = `Token ${shares.token.token}`;
      const found = [
        await read(path, { cookie }, on),
        await read(path, { authorization }, on),
        await read(path, { cookie: everything }, on),
      ];
      expect([path, ...found]).toEqual([path, ofVersion, ofVersion, ofAll]);
    }
    // Its own share opens a subproject at its parent's host.
    const own = await openShares([await buildShare(part)], "link", [host]);
    expect(await read("/projects/part/en/latest/", { cookie: own })).toBe(200);
    expect(await read("/en/latest/", { cookie: own })).toBe(401);
    const { token } = await buildShare(part, { type: "http_header_token" });
    expect(await read("/projects/part/en/latest/", { authorization: `Token ${token}` })).toBe(200);
    const here = await openShares([shares.link], "link", [host]);
    const elsewhere = await ask(host, "/en/2.0/", { headers: { cookie: here, ...navigation } });
    expect(elsewhere.status).toBe(401);
    expect(elsewhere.text).toContain("Your link does not include this version.");
    expect(elsewhere.text).toContain('<a href="/en/latest/">latest</a>');
    expect(elsewhere.headers).not.toHaveProperty("set-cookie");
  });

  it("versions to come are covered by name, and renaming a chosen one changes nothing", async () => {
    const project = await buildProject({ slug: `names-${next()}`, ...closed });
    const on = `${project.slug}.docs.localhost:3000`;
    await searchable(project, "1.0", files, { privacyLevel: "private" });
    const holding = async (options: Parameters<typeof buildShare>[1]) =>
      openShares([await buildShare(project, options)], "link", [on]);
    const pattern = { cookie: await holding({ versionPatterns: ["2.*"] }) };
    const chosen = { cookie: await holding({ versions: ["1.0"] }) };
    const all = { cookie: await holding({}) };
    expect(await read("/en/1.0/", pattern, on)).toBe(401);

    await searchable(project, "2.7", files, { privacyLevel: "private" });
    await expect.poll(() => read("/en/2.7/", pattern, on)).toBe(200);
    expect([await read("/en/2.7/", chosen, on), await read("/en/2.7/", all, on)]).toEqual([401, 200]);

    const { id } = await versionOf(project, "1.0");
    const rename = (slug: string) =>
      changeSite(project.id, () => db.version.update({ where: { id }, data: { slug } }));
    await rename("2.0");
    await expect.poll(() => read("/en/2.0/", chosen, on)).toBe(200);
    expect(await read("/en/2.0/", pattern, on)).toBe(200);
    await changeSite(project.id, () => db.shareVersion.deleteMany({ where: { versionId: id } }));
    await expect.poll(() => read("/en/2.0/", chosen, on)).toBe(401);
    expect(await read("/en/2.7/", chosen, on)).toBe(401);
  });

  it("nothing while its organization is suspended or its project deleted, and the same again after that", async () => {
    const suspended = await buildOrganization(await buildPerson());
    const project = await buildProject({ slug: `gone-${next()}`, ...closed, organization: suspended });
    const on = `${project.slug}.docs.localhost:3000`;
    await searchable(project, "latest", files, { privacyLevel: "private" });
    const share = await buildShare(project);
    const { token } = await buildShare(project, { type: "http_header_token" });
    const door = `/_/sharing/${share.link}`;
    const cookie = await openShares([share], "link", [on]);
    const everyWay = async () => [
      await read("/en/latest/", { cookie }, on),
      await read("/en/latest/", { authorization: `Token ${token}` }, on),
      await read(door, {}, on),
    ];
    expect(await everyWay()).toEqual([200, 200, 302]);
    const suspend = (disabledAt: Date | null) =>
      changeSite(project.id, () =>
        db.organization.update({ where: { id: suspended.id }, data: { disabledAt } }),
      );
    await suspend(new Date());
    await expect.poll(everyWay).toEqual([401, 401, 404]);
    await suspend(null);
    await expect.poll(everyWay).toEqual([200, 200, 302]);
    const remove = (deletedAt: Date | null) =>
      changeSite(project.id, () => db.project.update({ where: { id: project.id }, data: { deletedAt } }));
    await remove(new Date());
    await expect.poll(everyWay).toEqual([404, 404, 404]);
    await remove(null);
    await expect.poll(everyWay).toEqual([200, 200, 302]);
  });

  it("[serving P6] search, downloads and embedding find what a share covers, and what is public", async () => {
    const shares: [BuiltShare, string[]][] = [
      [await buildShare(reach, { versions: ["latest"] }), ["reach/latest", "reach/open"]],
      [await buildShare(reach), ["reach/latest", "reach/2.0", "reach/open"]],
      [await buildShare(reach, { pathPrefixes: ["/guide/"] }), ["reach/open"]],
      [await buildShare(part), ["part/latest", "reach/open"]],
    ];
    const searched = async (headers: Record<string, string>): Promise<string[]> => {
      const found: string[] = [];
      for (const where of ["reach/latest", "reach/2.0", "part/latest", "reach-de/latest", "reach/open"]) {
        const reply = await ask(host, search(`project:${where} lighthouse`), { headers });
        expect(reply.status).toBe(200);
        expect(reply.headers["cache-control"]).toBe("no-store");
        const { count, projects } = JSON.parse(reply.text);
        expect(count > 0).toBe(projects.length > 0);
        if (count > 0) found.push(where);
      }
      return found;
    };
    expect(await searched({})).toEqual(["reach/open"]);
    for (const [share, expected] of shares)
      expect((await searched({ cookie: await openShares([share], "link", [host]) })).sort()).toEqual(
        expected.sort(),
      );
    const { token } = await buildShare(reach, { versions: ["2.0"], type: "http_header_token" });
    const authorization = `Token ${token}`;
    expect(await searched({ authorization })).toEqual(["reach/2.0", "reach/open"]);

    const [limited] = shares;
    const cookie = await openShares(limited ? [limited[0]] : [], "link", [host]);
    expect(await read("/_/downloads/en/latest/pdf/", { cookie })).toBe(200);
    expect(await read("/_/downloads/en/latest/pdf/", { authorization })).toBe(401);
    expect(await read(embed("/en/latest/"), { cookie })).toBe(200);
    expect(await read(embed("/en/2.0/"), { cookie })).toBe(403);
    expect((await ask(host, search(""), {})).status).toBe(200);
    const refused = await ask(host, "/_/api/v3/search/", {});
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      400,
      { q: ["This query parameter is required"] },
    ]);
  });

  it("[serving P6] the API and the dashboard know neither tokens nor cookies of shares", async () => {
    const { token } = await buildShare(reach, { type: "http_header_token" });
    const cookie = await openShares([await buildShare(reach)], "link", [host]);
    for (const caller of [{ token: token ?? "" }, { cookie }]) {
      const url = `http://${host}/en/latest/`;
      const project = await api(caller).get("/projects/reach/");
      const versions = await api(caller).get("/projects/reach/versions/");
      const embedded = await api(caller).get(`/embed/?${new URLSearchParams({ url })}`);
      const isRefused = "token" in caller;
      expect([project.status, versions.body.count ?? 0, embedded.status]).toEqual([
        isRefused ? 401 : 404,
        0,
        isRefused ? 401 : 403,
      ]);
    }
    const { status, headers } = await askThroughProxy("localhost:3000", "/dashboard/reach/", {
      headers: { cookie },
    });
    expect([status, headers.location]).toEqual([302, "/accounts/login/?next=%2Fdashboard%2Freach%2F"]);
  });

  it("what is missing is shown as the covered version shows it", async () => {
    const cookie = await openShares([await buildShare(reach, { versions: ["latest"] })], "link", [host]);
    const own = await ask(host, "/en/latest/nothing", { headers: { cookie } });
    expect([own.status, own.text]).toEqual([404, "secret 404"]);
    const paths = await openShares([await buildShare(reach, { pathPrefixes: ["/guide/"] })], "link", [host]);
    const ours = await ask(host, "/en/latest/guide/nothing", { headers: { cookie: paths } });
    expect(ours.status).toBe(404);
    expect(ours.text).not.toContain("secret");
  });

  it("a share of some paths says where it leads, to those who ask for another page", async () => {
    const share = await buildShare(part, { pathPrefixes: ["/guide/"] });
    const cookie = await openShares([share], "link", [host]);
    const told = await ask(host, "/projects/part/en/latest/", { headers: { cookie, ...navigation } });
    expect(told.status).toBe(401);
    expect(told.text).toContain("Your link does not include this page.");
    expect(told.text).toContain('<a href="/projects/part/en/latest/guide/">latest /guide/</a>');
  });

  it("what was read is written down for the share that opened it", async () => {
    const share = await buildShare(reach);
    const cookie = await openShares([share], "link", [host]);
    for (const path of [
      "/en/latest/",
      "/en/latest/",
      "/en/latest/_static/site.css",
      "/_/downloads/en/latest/pdf/",
      "/_/api/v3/search/?q=guide",
      embed("/en/latest/"),
    ])
      await read(path, { cookie });
    await ask(host, "/en/latest/", { headers: { cookie }, method: "HEAD" });
    await flushLedger();
    const [day] = await db.shareUseDaily.findMany({ where: { shareId: share.id } });
    expect(day).toMatchObject({ pages: 3, downloads: 1, refused: 0 });
  });

  it("what was read at the root is written down, too", async () => {
    const share = await buildShare(reach, { type: "http_header_token" });
    const headers = { authorization: `Token ${share.token}` };
    await expect.poll(async () => (await ask(host, "/llms-full.txt", { headers })).text).toBe("secret words");
    await flushLedger();
    const kept = await db.shareAccess.findMany({ where: { shareId: share.id }, select: { path: true } });
    expect(kept).toEqual([{ path: "/llms-full.txt" }]);
  });
});

describe("a private page and a person who may not read it (serving.md 13)", () => {
  const page = async (path: string, headers: Record<string, string> = {}) =>
    askOverSockets(host, path, { headers: { ...navigation, ...headers } });

  it("is asked for a password only where one opens the version", async () => {
    expect((await page("/en/2.0/")).text).not.toContain('type="password"');
    const share = await buildShare(reach, { type: "password", versions: ["2.0"], password: "for 2.0 alone" });
    await expect.poll(async () => (await page("/en/2.0/?a=1")).text).toContain('type="password"');
    const { status, text, headers } = await page("/en/2.0/?a=1");
    expect(status).toBe(401);
    expect(text).toContain('name="next" value="/en/2.0/?a=1"');
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "www-authenticate": 'Token realm="docs"',
    });
    expect((await page("/en/latest/")).text).not.toContain('type="password"');
    expect((await page("/en/2.0/", { accept: "image/png" })).text).toBe("");
    expect((await page("/en/2.0/", { "accept-language": "de" })).text).toContain('lang="de"');
    await revokeShare(share);
    await expect.poll(async () => (await page("/en/2.0/")).text).not.toContain('type="password"');
    expect((await page("/en/2.0/")).text).toContain("Log in");
  });
});
