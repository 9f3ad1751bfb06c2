import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

vi.hoisted(() => {
  process.env.TRUSTED_PROXIES = "127.0.0.0/8";
});

const { db } = await import("#lib/platform/db/client.ts");
const { openDocsHosts } = await import("#test/docs-client.ts");
const { addDomain, changeSite, publishSite, versionOf } = await import("#test/factories/sites.ts");
const { buildProject, buildVersion } = await import("#test/factories/tenants.ts");

const { ask, close } = await openDocsHosts();
afterAll(close);

const P = "docs.localhost:3000";
const E = "previews.localhost:3000";
const https = { "x-forwarded-proto": "https" };
const http = { "x-forwarded-proto": "http" };

async function site(slug: string, columns: Parameters<typeof buildProject>[0] = {}) {
  const project = await buildProject({ slug, ...columns });
  const files = { "index.html": `<title>${slug}</title>`, "dir/index.html": "<title>dir</title>" };
  await publishSite(project, await versionOf(project, "latest"), files);
  return project;
}

beforeAll(async () => {
  const main = await site("main");
  await addDomain(main, "docs.main.example", { canonical: true });
  await addDomain(main, "old.main.example");
  await addDomain(main, "plain.main.example", { https: false });
  await addDomain(main, "wish.main.example", { state: "pending", verifiedAt: null });
  await addDomain(main, "late.main.example", { state: "expired", verifiedAt: null });
  const pull = { slug: "7", type: "external", pullNumber: 7, pullState: "open" } as const;
  await publishSite(main, await buildVersion(main, pull), { "index.html": "<title>preview</title>" });
  const spanish = await site("main-es", { language: "es", translationOfId: main.id });
  await addDomain(spanish, "es.main.example", { canonical: true });
  const part = await site("part");
  await db.subprojectRelation.create({ data: { parentId: main.id, childId: part.id, alias: "part" } });
  await addDomain(part, "part.example", { canonical: true });
  await addDomain(await site("free"), "docs.free.example");
  const slow = await site("slow");
  await addDomain(slow, "docs.slow.example", { canonical: true, https: false });
  const slowPart = await site("slow-part");
  await db.subprojectRelation.create({ data: { parentId: slow.id, childId: slowPart.id, alias: "part" } });
});

const outcome = ({ status, headers, text }: Awaited<ReturnType<typeof ask>>): string =>
  headers.location === undefined
    ? `${status} ${/<title>(.*?)<\/title>/.exec(text)?.[1]}`
    : `${status} ${headers.location} ${headers["x-docs-redirect"]}`;

describe("domains of a project's own (serving.md 2, 5, 8)", () => {
  it.each([
    ["[serving A1]", "docs.main.example", "/en/latest/", "200 main"],
    ["[serving A1]", "DOCS.Main.Example.:443", "/en/latest/", "200 main"],
    ["3.1", "docs.main.example", "/es/latest/", "200 main-es"],
    ["3.1", "docs.main.example", "/projects/part/en/latest/", "200 part"],
    ["8", "docs.main.example", "/?a=b", "302 /en/latest/?a=b system"],
    ["8", "docs.main.example", "/en/latest/dir", "302 /en/latest/dir/ directory"],
    ["9", "docs.main.example", "/en/nope/", "404 Documentation version not found"],
    ["[serving A2]", "wish.main.example", "/en/latest/", "404 Documentation not found"],
    ["[serving A2]", "late.main.example", "/en/latest/", "404 Documentation not found"],
    ["[serving A2]", "nobody.example", "/en/latest/", "404 Documentation not found"],
    ["2", "intranet", "/", "404 Documentation not found"],
    // Another host of a project that has a canonical one
    ["[serving D8]", `main.${P}`, "/", "302 https://docs.main.example/ to_canonical_domain"],
    [
      "[serving D8]",
      `main.${P}`,
      "/no/%C3%BC?a=//b",
      "302 https://docs.main.example/no/%C3%BC?a=//b to_canonical_domain",
    ],
    [
      "8 [D]",
      "old.main.example",
      "/en/latest/",
      "302 https://docs.main.example/en/latest/ to_canonical_domain",
    ],
    ["8 [D]", "plain.main.example", "/nope", "302 https://docs.main.example/nope to_canonical_domain"],
    ["8", "old.main.example", "/page/x.html", "302 https://docs.main.example/en/latest/x.html system"],
    ["8 [D]", `main.${P}`, "/_/nothing", "404 Page not found"],
    ["8", `main--7.${E}`, "/en/7/", "200 preview"],
    // No canonical one, or not https: readers stay where they are
    ["[serving D8]", `free.${P}`, "/", "302 /en/latest/ system"],
    ["[serving D8]", `slow.${P}`, "/", "302 /en/latest/ system"],
    ["[serving D8]", `slow.${P}`, "/en/latest/", "200 slow"],
    ["8", "docs.free.example", "/", "302 /en/latest/ system"],
    ["8", "docs.free.example", "/en/latest/", "200 free"],
    ["8", "docs.slow.example", "/en/latest/", "200 slow"],
    // Parts and translations live on the host of another project
    [
      "[serving D6]",
      `part.${P}`,
      "/",
      "302 https://docs.main.example/projects/part/ subproject_to_main_domain",
    ],
    [
      "[serving D6]",
      "part.example",
      "/en/latest/a?b",
      "302 https://docs.main.example/projects/part/en/latest/a?b subproject_to_main_domain",
    ],
    [
      "[serving D6]",
      `slow-part.${P}`,
      "/x/",
      "302 http://docs.slow.example/projects/part/x/ subproject_to_main_domain",
    ],
    ["[serving D7]", `main-es.${P}`, "/", "302 https://docs.main.example/es/latest/ to_canonical_domain"],
    [
      "8 [D]",
      "es.main.example",
      "/es/latest/a",
      "302 https://docs.main.example/es/latest/a to_canonical_domain",
    ],
  ])("%s %s%s → %s", async (_, host, target, expected) => {
    expect(outcome(await ask(host, target, { headers: https }))).toBe(expected);
  });

  it.each([
    ["docs.main.example", "/?a=//b", "302 https://docs.main.example/?a=//b http_to_https"],
    [
      "docs.main.example:8080",
      "/en//nothing/here",
      "302 https://docs.main.example/en//nothing/here http_to_https",
    ],
    ["part.example", "/_/nothing", "302 https://part.example/_/nothing http_to_https"],
    ["plain.main.example", "/x", "302 https://docs.main.example/x to_canonical_domain"],
    ["docs.slow.example", "/en/latest/", "200 slow"],
    [`free.${P}`, "/", "302 /en/latest/ system"],
  ])("[serving D9] http://%s%s → %s", async (host, target, expected) => {
    expect(outcome(await ask(host, target, { headers: http }))).toBe(expected);
  });

  it("does not send to https on a guess, when no proxy says what it was", async () => {
    expect(outcome(await ask("docs.main.example", "/en/latest/"))).toBe("200 main");
  });

  it.each([
    ["http_to_https", "main", "docs.main.example", "/", http],
    ["to_canonical_domain", "main", `main.${P}`, "/", https],
    ["subproject_to_main_domain", "part", `part.${P}`, "/", https],
    ["system", "main", "docs.main.example", "/", https],
    ["system", "part", "docs.main.example", "/projects/part", https],
    ["slash_collapse", "main", "docs.main.example", "/en//", https],
    ["directory", "main", "docs.main.example", "/en/latest/dir", https],
  ])(
    "[serving D11] %s carries the tag of %s for 20 minutes (%s%s)",
    async (kind, tag, host, target, headers) => {
      const found = (await ask(host, target, { headers })).headers;
      expect([found["x-docs-redirect"], found["cdn-cache-control"]]).toEqual([kind, "public, max-age=1200"]);
      expect(String(found["cache-tag"]).split(",")[0]).toBe(tag);
    },
  );

  it("a domain that passes to another project shows that one at the next request, and none in between", async () => {
    const [first, second] = [await site("first"), await site("second")];
    const host = "moving.example";
    const see = async () => outcome(await ask(host, "/en/latest/", { headers: https }));
    await addDomain(first, host);
    await expect.poll(see).toBe("200 first");
    await changeSite(first.id, () =>
      db.domain.updateMany({ where: { host }, data: { state: "failed", verifiedAt: null } }),
    );
    await expect.poll(see).toBe("404 Documentation not found");
    await addDomain(second, host);
    await expect.poll(see).toBe("200 second");
  });
});
