import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.TRUSTED_PROXIES = "127.0.0.0/8";
});

const { db } = await import("#lib/platform/db/client.ts");
const { siteDirectory } = await import("#serve/directory.ts");
const { answer } = await import("#serve/pipeline.ts");
const { openDocsHosts } = await import("#test/docs-client.ts");
const { logInOn } = await import("#test/docs-member.ts");
const { addDomain, publishSite, versionOf } = await import("#test/factories/sites.ts");
const { buildOrganization, buildPerson, buildProject, buildVersion } = await import(
  "#test/factories/tenants.ts"
);

const { ask, close } = await openDocsHosts();
afterAll(close);

const P = "docs.localhost:3000";
const E = "previews.localhost:3000";
const guide = `guide.${P}`;
const own = "docs.guide.example";
const owner = await buildPerson();
const organization = await buildOrganization(owner);
const pull = { slug: "7", type: "external", pullNumber: 7, pullState: "open" } as const;
const files = { "index.html": "<title>start</title>", "dir/index.html": "dir", "a.css": "b {}" };
let member = "";

const forced = (position: number, fromUrl: string, toUrl: string, httpStatus = 302) =>
  ({ type: "exact", position, fromUrl, toUrl, httpStatus, force: true }) as const;

async function site(slug: string, columns: Parameters<typeof buildProject>[0] = {}, more = {}) {
  const project = await buildProject({ slug, organization, ...columns });
  const build = await publishSite(project, await versionOf(project, "latest"), { ...files, ...more });
  return { ...project, build };
}

let main: { id: number; slug: string; build: number };
let part: { id: number; slug: string; build: number };

beforeAll(async () => {
  main = await site("guide");
  await publishSite(main, await buildVersion(main, pull), files);
  await addDomain(main, own, {
    hstsSeconds: 600,
    hstsPreload: true,
    headers: {
      create: [
        { name: "X-Frame-Options", value: "DENY" },
        { name: "Access-Control-Allow-Origin", value: "https://app.example" },
        { name: "Permissions-Policy", value: "camera=()", secureOnly: true },
      ],
    },
  });
  await addDomain(main, "plain.guide.example", { https: false });
  const rules = [
    forced(0, "/en/latest/old", "/en/latest/"),
    forced(1, "/en/latest/older", "/en/latest/", 301),
  ];
  await db.redirect.createMany({ data: rules.map((rule) => ({ ...rule, projectId: main.id })) });
  part = await site("part");
  await db.subprojectRelation.create({ data: { parentId: main.id, childId: part.id, alias: "part" } });
  await site("own404", {}, { "404.html": "own 404" });
  await site("quiet", { robotsNoindex: true });
  const columns = { privacyLevel: "private", externalBuildsPrivacyLevel: "private" } as const;
  const closed = await site("closed", columns);
  await publishSite(closed, await buildVersion(closed, pull), files);
  await db.redirect.create({ data: { ...forced(0, "/en/latest/old", "/en/latest/"), projectId: closed.id } });
  member = await logInOn(ask, `closed.${P}`, owner);
});

describe("[serving I1] diagnostics", () => {
  test.each<[string, string, string, Record<string, string | undefined>]>([
    [
      "of a page",
      guide,
      "/en/latest/a.css",
      {
        "x-docs-domain": "guide.docs.localhost",
        "x-docs-project": "guide",
        "x-docs-version": "latest",
        "x-docs-project-method": "public_domain",
        "x-docs-version-method": "path",
        "x-docs-path": "html/guide/latest/a.css",
        "x-docs-resolver-filename": "/a.css",
      },
    ],
    [
      "of a redirect",
      guide,
      "/",
      { "x-docs-redirect": "system", "x-docs-project": "guide", "x-docs-version": undefined },
    ],
    [
      "of a redirect to a folder",
      guide,
      "/en/latest/dir",
      { "x-docs-redirect": "directory", "x-docs-project": "guide", "x-docs-version": "latest" },
    ],
    [
      "of a redirect of the project's own",
      guide,
      "/en/latest/old",
      { "x-docs-redirect": "user", "x-docs-project": "guide", "x-docs-version": "latest" },
    ],
    [
      "of a subproject: its slug, its parent's host",
      guide,
      "/projects/part/en/latest/",
      {
        "x-docs-domain": "guide.docs.localhost",
        "x-docs-project": "part",
        "x-docs-version": "latest",
        "x-docs-path": "html/part/latest/index.html",
      },
    ],
    [
      "of what is missing: the project only",
      guide,
      "/en/nope/",
      { "x-docs-project": "guide", "x-docs-version": undefined, "x-docs-build": undefined },
    ],
    [
      "on a domain of the project's own",
      own,
      "/en/latest/",
      {
        "x-docs-domain": "docs.guide.example",
        "x-docs-project": "guide",
        "x-docs-project-method": "custom_domain",
        "x-docs-version-method": "path",
      },
    ],
    [
      "of a preview",
      `guide--7.${E}`,
      "/en/7/",
      {
        "x-docs-project": "guide",
        "x-docs-version": "7",
        "x-docs-project-method": "external_domain",
        "x-docs-version-method": "domain",
        "x-docs-path": "external/html/guide/7/index.html",
      },
    ],
  ])("%s", async (_, host, path, expected) => {
    const { headers } = await ask(host, path);
    for (const [name, value] of Object.entries(expected))
      expect([name, headers[name]]).toEqual([name, value]);
  });
});

test("every answer from a build says which one, compared and partial ones too", async () => {
  const page = await ask(guide, "/en/latest/");
  expect(page.headers["x-docs-build"]).toBe(String(main.build));
  const same = await ask(guide, "/en/latest/", { headers: { "if-none-match": page.headers.etag! } });
  expect([same.status, same.headers["x-docs-build"]]).toEqual([304, String(main.build)]);
  const cut = await ask(guide, "/en/latest/", { headers: { range: "bytes=0-1" } });
  expect([cut.status, cut.headers["x-docs-build"]]).toEqual([206, String(main.build)]);
  const inside = await ask(guide, "/projects/part/en/latest/");
  expect(inside.headers["x-docs-build"]).toBe(String(part.build));
  const missing = await ask(`own404.${P}`, "/en/latest/nothing");
  expect([missing.status, missing.text]).toEqual([404, "own 404"]);
  expect(missing.headers["x-docs-build"]).toMatch(/^\d+$/);
  expect(missing.headers).not.toHaveProperty("etag");
});

describe("tags and shared caches", () => {
  test.each([
    ["[serving I2] a page", guide, "/en/latest/", "public", "guide,guide:latest"],
    ["[serving I2] a page of a subproject", guide, "/projects/part/en/latest/", "public", "part,part:latest"],
    ["[serving I2] a redirect", guide, "/", "public, max-age=1200", "guide"],
    ["[serving I2] nothing of a project", `closed.${P}`, "/en/nope/", "private", "closed"],
    ["the same, seen in its default version", guide, "/en/nope/", "private", "guide,guide:latest"],
    ["nothing of a version", guide, "/en/latest/nope", "private", "guide,guide:latest"],
    ["an own page for what is missing", `own404.${P}`, "/en/nope/", "private", "own404,own404:latest"],
    ["[serving I3] a public version", `closed--7.${E}`, "/", "public, max-age=1200", "closed"],
    ["[serving I3] a link to a page", guide, "/page/a.css", "public, max-age=1200", "guide"],
    ["[serving I3] slashes", guide, "/en//latest/", "public, max-age=1200", "guide"],
    ["[serving I3] a folder", guide, "/en/latest/dir", "public, max-age=1200", "guide,guide:latest"],
    ["[serving I3] a forced redirect", guide, "/en/latest/old", "public, max-age=1200", "guide,guide:latest"],
    [
      "[serving I3] a permanent one",
      guide,
      "/en/latest/older",
      "public, max-age=86400",
      "guide,guide:latest",
    ],
    [
      "[serving I3] one of a private version",
      `closed.${P}`,
      "/en/latest/old",
      "private",
      "closed,closed:latest",
    ],
    ["[serving I3] built-in ones of a private version", `closed.${P}`, "/", "public, max-age=1200", "closed"],
    ["a page nobody may read", `closed.${P}`, "/en/latest/", "private", undefined],
  ])("%s", async (_, host, path, shared, tags) => {
    const { headers } = await ask(host, path);
    expect([headers["cdn-cache-control"], headers["cache-tag"]]).toEqual([shared, tags]);
  });

  test.each([
    ["a page", "/en/latest/", 200],
    ["a folder", "/en/latest/dir", 302],
  ])("[serving I3] %s of a private version is for its reader alone", async (_, path, status) => {
    const reply = await ask(`closed.${P}`, path, { headers: { cookie: member } });
    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject({
      "cdn-cache-control": "private",
      "cache-control": "private, no-cache",
      "cache-tag": "closed,closed:latest",
      vary: "Cookie, Authorization",
    });
  });

  test("[serving I3] https comes before everything, for everybody", async () => {
    const { status, headers } = await ask(own, "/nope", { headers: { "x-forwarded-proto": "http" } });
    expect([status, headers["x-docs-redirect"], headers["cdn-cache-control"]]).toEqual([
      302,
      "http_to_https",
      "public, max-age=1200",
    ]);
  });
});

describe("[serving I5] scripts of other sites", () => {
  const withOrigin = { origin: "https://other.example" };

  test.each([
    ["a page", guide, "/en/latest/", {}],
    ["a page asked for by a script", guide, "/en/latest/", withOrigin],
    ["a preview", `guide--7.${E}`, "/en/7/", {}],
    ["a preview asked for by a script", `guide--7.${E}`, "/en/7/", withOrigin],
    ["what is missing in a version", guide, "/en/latest/nope", withOrigin],
    ["the way to a folder", guide, "/en/latest/dir", withOrigin],
  ])("may read %s, without credentials", async (_, host, path, headers) => {
    const reply = await ask(host, path, { headers });
    expect(reply.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "HEAD, OPTIONS, GET",
    });
    expect(reply.headers).not.toHaveProperty("access-control-allow-credentials");
  });

  test.each([
    ["/en/latest/", {}],
    ["/en/latest/a.css", {}],
    ["/en/latest/a.css", { range: "bytes=0-1" }],
  ])(
    "do not load the private %s %j into a page of their own, with a reader's cookies",
    async (path, extra) => {
      const reply = await ask(`closed.${P}`, path, { headers: { cookie: member, ...extra } });
      expect(reply.headers).toMatchObject({ "cross-origin-resource-policy": "same-origin" });
    },
  );

  test("may load what is public", async () => {
    const { headers } = await ask(guide, "/en/latest/a.css");
    expect(headers).not.toHaveProperty("cross-origin-resource-policy");
  });

  test("may read a private page as nobody in particular only", async () => {
    for (const extra of [{}, withOrigin]) {
      const reply = await ask(`closed.${P}`, "/en/latest/", { headers: { cookie: member, ...extra } });
      expect([reply.status, reply.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
      expect(reply.headers).not.toHaveProperty("access-control-allow-credentials");
    }
  });

  test.each([
    "/_/api/v3/embed/",
    "/_/api/v3/embed/?url=http://guide.docs.localhost:3000/en/latest/",
    "/_/api/v3/search/?q=x",
    "/_/downloads/en/latest/pdf/",
    "/_/health_check/",
    "/robots.txt",
    "/",
  ])("may not read %s", async (path) => {
    const { headers } = await ask(guide, path, { headers: withOrigin });
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  });

  test("may ask what they may do with pages, not with what is ours", async () => {
    const options = { method: "OPTIONS", headers: withOrigin };
    const page = await ask(guide, "/en/latest/", options);
    expect([page.status, page.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
    const ours = await ask(guide, "/_/api/v3/embed/", options);
    expect(ours.headers).not.toHaveProperty("access-control-allow-origin");
    const chosen = await ask(own, "/en/latest/", options);
    expect(chosen.headers["access-control-allow-origin"]).toBe("https://app.example");
  });
});

describe("[serving I6] browsers and search engines", () => {
  test.each([
    ["a page", "/en/7/"],
    ["a redirect", "/"],
    ["what is missing", "/en/7/nope"],
    ["robots.txt", "/robots.txt"],
  ])("ask again for %s of a preview, and do not list it", async (_, path) => {
    const { headers } = await ask(`guide--7.${E}`, path);
    expect(headers["x-robots-tag"]).toBe("noindex");
    expect(headers["cache-control"]).toMatch(/^(private, )?no-cache$/);
  });

  test("list normal pages", async () => {
    const { headers } = await ask(guide, "/en/latest/");
    expect(headers).not.toHaveProperty("x-robots-tag");
    expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  });

  test.each(["/", "/en/latest/", "/en/nope/", "/robots.txt"])(
    "[serving I7] do not list %s of a project they are kept from",
    async (path) => {
      expect((await ask(`quiet.${P}`, path)).headers["x-robots-tag"]).toBe("noindex");
    },
  );
});

describe("domains of a project's own", () => {
  const secure = { "x-forwarded-proto": "https" };

  test.each([
    ["a page", "/en/latest/", 200],
    ["a redirect", "/", 302],
    ["a root file", "/robots.txt", 200],
    ["what is missing", "/en/nope/", 404],
  ])("[serving I9] get the headers they ask for, on %s", async (_, path, status) => {
    const reply = await ask(own, path, { headers: secure });
    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject({
      "x-frame-options": "DENY",
      "access-control-allow-origin": "https://app.example",
      "permissions-policy": "camera=()",
    });
    const elsewhere = (await ask(guide, path)).headers;
    expect([elsewhere["x-frame-options"], elsewhere["permissions-policy"]]).toEqual([undefined, undefined]);
  });

  test("[serving I8] are told to stay with https as they ask for it", async () => {
    const { headers } = await ask(own, "/en/latest/", { headers: secure });
    expect(headers["strict-transport-security"]).toBe("max-age=600; preload");
    const plain = await ask("plain.guide.example", "/en/latest/", { headers: secure });
    expect([plain.status, plain.headers["strict-transport-security"]]).toEqual([200, undefined]);
    const insecure = await ask(own, "/en/latest/", { headers: { "x-forwarded-proto": "http" } });
    expect(insecure.headers).not.toHaveProperty("strict-transport-security");
  });
});

test("no answer says anything twice, and all say what they are of", async () => {
  const hosts = [guide, own, `closed.${P}`, `guide--7.${E}`, `closed--7.${E}`, `quiet.${P}`, `nobody.${P}`];
  const targets = ["/", "/en/latest/", "/en/7/", "/en/latest/nope", "/en/latest/dir", "/en/nope/", "/en//x"];
  const ours = [
    "/robots.txt",
    "/sitemap.xml",
    "/llms.txt",
    "/favicon.ico",
    "/_/static/favicon.ico",
    "/_/login",
  ];
  const bad = ["/..", "/%00", "/_/health_check/"];
  for (const host of hosts) {
    for (const target of [...targets, ...ours, ...bad]) {
      for (const accept of [undefined, "text/html"]) {
        const { headers } = await answer(siteDirectory(), {
          method: "GET",
          target,
          host,
          scheme: "https",
          address: "192.0.2.1",
          header: (name) => (name === "accept" ? accept : undefined),
          body: async () => null,
        });
        const names = headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
        expect([host, target, names]).toEqual([host, target, [...new Set(names)]]);
        expect(names).toEqual(expect.arrayContaining(["cdn-cache-control", "x-content-type-options"]));
      }
    }
  }
});
