import { afterAll, beforeAll, expect, test, vi } from "vitest";

// Here everything is public, so that everything may be in a shared cache, what is missing too.
vi.hoisted(() => {
  process.env.EDITION = "community";
});

const { db } = await import("#lib/platform/db/client.ts");
const { env } = await import("#lib/platform/env.ts");
const { siteDirectory } = await import("#serve/directory.ts");
const { api } = await import("#test/api.ts");
const { openDocsHosts } = await import("#test/docs-client.ts");
const { addDownload, changeSite, publishSite, versionOf } = await import("#test/factories/sites.ts");
const { buildPerson, buildProject, buildSubproject, buildVersion } = await import(
  "#test/factories/tenants.ts"
);

const directory = siteDirectory();
const { ask, close } = await openDocsHosts();
afterAll(async () => {
  env.CDN_DRIVER = "none";
  await close();
});

const maintainer = await buildPerson();
const may = api(maintainer);
const main = await buildProject({ slug: "book", maintainer });
const german = await buildProject({ slug: "book-de", maintainer, language: "de", translationOfId: main.id });
const plugin = await buildProject({ slug: "plugin", maintainer });
await buildSubproject(main, plugin, "plugin");
const [latest, latestGerman, latestPlugin] = [
  await versionOf(main, "latest"),
  await versionOf(german, "latest"),
  await versionOf(plugin, "latest"),
];
const [old, oldGerman, coming] = [
  await buildVersion(main, { slug: "old" }),
  await buildVersion(german, { slug: "old" }),
  await buildVersion(main, { slug: "coming" }),
];

const first = await publishSite(main, latest, { "index.html": "one", "a.html": "<main>one" });
await publishSite(main, old, { "index.html": "<main>old", "404.html": "not in old" });
await publishSite(german, latestGerman, { "index.html": "<main>eins" });
await publishSite(german, oldGerman, { "index.html": "alt" });
await publishSite(plugin, latestPlugin, { "index.html": "<main>plugin" });
await db.build.update({ where: { id: first }, data: { filesState: "kept" } });
beforeAll(() => {
  env.CDN_DRIVER = "http";
});

async function publishBook(project: typeof main, version: { id: number; slug: string }, content: string) {
  const build = await publishSite(project, version, { "index.html": `<main>${content}` });
  await addDownload(project, build, { name: "book.pdf", content });
}

const paths: readonly [host: string, ...paths: string[]][] = [
  [
    "book.docs.localhost:3000",
    ..."/ /en/ /nothing /robots.txt /sitemap.xml /llms.txt /llms-full.txt /favicon.ico".split(" "),
    ..."/en/latest/ /en/latest /en/latest/a.html /en/latest/b.html /en/latest/moved.html /page/a.html".split(
      " ",
    ),
    ..."/en/old/ /en/old/gone.html /en/older/ /en/coming/ /en/coming/a.html /en/never/ /latest/ /prefix/en/latest/".split(
      " ",
    ),
    ..."/de/ /de/latest/ /de/latest/b.html /de/old/ /fr/latest/".split(" "),
    ..."/projects/plugin/ /projects/plugin/en/latest/ /projects/plugin/en/latest/b.html /projects/none/".split(
      " ",
    ),
    ..."en/latest en/older en/coming de/latest plugin/en/latest plugin/en/next"
      .split(" ")
      .map((version) => `/_/downloads/${version}/pdf/`),
    ..."/en/latest/a.html /en/older/ /de/latest/ /projects/plugin/en/latest/"
      .split(" ")
      .map((page) => `/_/api/v3/embed/?url=http://book.docs.localhost:3000${page}`),
    "/_/api/v3/embed/?url=http://plugin.docs.localhost:3000/en/latest/",
  ],
  ["book-de.docs.localhost:3000", "/", "/de/latest/", "/sitemap.xml", "/nothing"],
  ["book.example", "/", "/en/latest/", "/latest/", "/projects/plugin/en/latest/"],
  ["plugin.docs.localhost:3000", "/", "/en/latest/", "/sitemap.xml", "/nothing"],
];

type Kept = { readonly shows: string; readonly tags: readonly string[]; readonly isShared: boolean };

/** What a shared cache would hold of every address. */
async function everything(): Promise<Map<string, Kept>> {
  directory.changedAll();
  const found = new Map<string, Kept>();
  for (const [host, ...all] of paths) {
    for (const path of all) {
      const { status, headers, text } = await ask(host, path);
      found.set(`${host.split(".")[0]} ${path}`, {
        shows: `${status} ${headers.location ?? ""} ${text}`,
        tags: String(headers["cache-tag"] ?? "").split(","),
        isShared: String(headers["cdn-cache-control"]).startsWith("public"),
      });
    }
  }
  return found;
}

const patch = (path: string, body: object) => may.patch(`/projects/${path}/`, body);
const redirect = { type: "page", from_url: "/moved.html", to_url: "/a.html" };

/** One after the other, each on what the one before has left. */
test.each<[string, () => Promise<unknown>]>([
  [
    "a newer build is published",
    () => publishSite(main, latest, { "index.html": "two", "b.html": "b", "llms.txt": "l" }),
  ],
  [
    "an earlier build is published again",
    () => may.post("/projects/book/versions/latest/publications/", { build: first }),
  ],
  ["a version is hidden", () => patch("book/versions/old", { hidden: true })],
  ["a version is shown again", () => patch("book/versions/old", { hidden: false })],
  ["a version is published for the first time", () => publishSite(main, coming, { "index.html": "new" })],
  ["a version is deactivated", () => patch("book/versions/coming", { active: false })],
  ["a version of a translation is deactivated", () => patch("book-de/versions/old", { active: false })],
  ["a version gets another slug", () => may.put("/projects/book/versions/old/slug/", { slug: "older" })],
  ["the default version is another one", () => patch("book", { default_version: "older" })],
  ["the default version is the first again", () => patch("book", { default_version: "latest" })],
  ["a redirect is added", () => may.post("/projects/book/redirects/", redirect)],
  [
    "a page appears where a redirect led away",
    () => publishSite(main, latest, { "index.html": "3", "a.html": "<main>3", "moved.html": "here" }),
  ],
  [
    "a translation is published",
    () => publishSite(german, latestGerman, { "index.html": "<main>zwei", "b.html": "b" }),
  ],
  [
    "a subproject is published",
    () => publishSite(plugin, latestPlugin, { "index.html": "<main>2", "b.html": "b" }),
  ],
  ["a subproject has a download", () => publishBook(plugin, latestPlugin, "3")],
  ["a subproject has another download", () => publishBook(plugin, latestPlugin, "4")],
  [
    "a subproject has a download of another version",
    async () => publishBook(plugin, await buildVersion(plugin, { slug: "next" }), "5"),
  ],
  ["a translation has a download", () => publishBook(german, latestGerman, "drei")],
  [
    "a version that is not the default one has a download",
    async () => publishBook(main, await versionOf(main, "older"), "older"),
  ],
  [
    "search engines are kept away",
    () =>
      changeSite(main.id, () => db.project.update({ where: { id: main.id }, data: { robotsNoindex: true } })),
  ],
  ["a translation is in another language", () => patch("book-de", { language: "fr" })],
  ["addresses begin with a prefix", () => patch("book/address", { custom_prefix: "/prefix/" })],
  ["addresses begin with none", () => patch("book/address", { custom_prefix: "" })],
  [
    "addresses name no language",
    () => patch("book", { versioning_scheme: "multiple_versions_without_translations" }),
  ],
  [
    "the project answers on a domain of its own",
    () =>
      changeSite(main.id, () =>
        db.domain.create({
          data: {
            projectId: main.id,
            host: "book.example",
            canonical: true,
            https: false,
            state: "verified",
            challenge: "c",
            verifyBy: new Date(),
            verifiedAt: new Date(),
          },
        }),
      ),
  ],
  ["a subproject is detached", () => may.delete("/projects/book/subprojects/plugin/")],
  ["a translation is deleted", () => may.delete("/projects/book-de/")],
  ["the project is deleted", () => may.delete("/projects/book/")],
])("when %s, everything that looks different is forgotten by shared caches", async (_name, change) => {
  const before = await everything();
  await db.purgeRequest.deleteMany({});
  await change();
  const after = await everything();
  const asked = await db.purgeRequest.findMany({ select: { tags: true } });
  const purged = new Set(asked.flatMap(({ tags }) => tags));
  const different = [...before].filter(([address, { shows }]) => after.get(address)?.shows !== shows);
  const left = different.filter(([, { isShared, tags }]) => isShared && !tags.some((tag) => purged.has(tag)));
  expect(different).not.toEqual([]);
  expect(left).toEqual([]);
});
