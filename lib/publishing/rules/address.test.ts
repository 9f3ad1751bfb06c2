import { describe, expect, it } from "vitest";
import { encodePath, formatDocsPath, formatDocsUrl, parseDocsPath } from "#lib/publishing/rules/address.ts";
import { locate } from "#lib/publishing/rules/locate.ts";
import type { DocsHosts, DocsProject, Resolution } from "#lib/publishing/schema.ts";
import { customDomain, docsFamily, docsVersion } from "#test/factories/docs-family.ts";

const hosts: DocsHosts = { scheme: "https", docsDomain: "P.test", previewDomain: "E.test" };
const without = "multiple_versions_without_translations";
const single = "single_version_without_translations";

describe("addresses, one per combination (serving.md 3.1)", () => {
  const plain = docsFamily({
    docs: { versions: ["latest", "17"] },
    "docs-es": { language: "es", translationOf: "docs" },
    "plugin-x": { parent: { slug: "docs", alias: "plugin" }, versions: ["latest", "17"] },
    "plugin-es": { language: "es", translationOf: "plugin-x" },
    "plugin-flat": { parent: { slug: "docs", alias: "flat" }, scheme: without },
    "plugin-one": { parent: { slug: "docs", alias: "one" }, scheme: single },
  });
  const flat = docsFamily({ docs: { scheme: without, versions: ["latest", "17"] } });
  const one = docsFamily({ docs: { scheme: single, versions: ["latest", "17"] } });
  const guide = docsFamily({
    docs: { customPrefix: "/guide/", subprojectPrefix: "/s/" },
    "docs-es": { language: "es", translationOf: "docs" },
    "plugin-x": { parent: { slug: "docs", alias: "plugin" }, customPrefix: "/x/" },
  });
  const bare = docsFamily({
    docs: { subprojectPrefix: "/" },
    "plugin-x": { parent: { slug: "docs", alias: "plugin" } },
  });
  const odd = docsFamily({ docs: { customPrefix: "/{lang}/" } });

  it.each<[string, DocsProject | undefined, string, boolean, string]>([
    ["docs", plain.docs, "latest", false, "https://docs.P.test/en/latest/a.html"],
    ["docs without translations", flat.docs, "latest", false, "https://docs.P.test/latest/a.html"],
    ["docs single version", one.docs, "latest", false, "https://docs.P.test/a.html"],
    ["docs-es", plain["docs-es"], "latest", false, "https://docs.P.test/es/latest/a.html"],
    ["plugin-x", plain["plugin-x"], "latest", false, "https://docs.P.test/projects/plugin/en/latest/a.html"],
    [
      "plugin-x without translations",
      plain["plugin-flat"],
      "latest",
      false,
      "https://docs.P.test/projects/flat/latest/a.html",
    ],
    [
      "plugin-x single version",
      plain["plugin-one"],
      "latest",
      false,
      "https://docs.P.test/projects/one/a.html",
    ],
    [
      "plugin-es",
      plain["plugin-es"],
      "latest",
      false,
      "https://docs.P.test/projects/plugin/es/latest/a.html",
    ],
    ["docs with a prefix", guide.docs, "latest", false, "https://docs.P.test/guide/en/latest/a.html"],
    [
      "docs-es below the prefix of docs",
      guide["docs-es"],
      "latest",
      false,
      "https://docs.P.test/guide/es/latest/a.html",
    ],
    [
      "plugin-x with both prefixes",
      guide["plugin-x"],
      "latest",
      false,
      "https://docs.P.test/s/plugin/x/en/latest/a.html",
    ],
    [
      "plugin-x below an empty prefix",
      bare["plugin-x"],
      "latest",
      false,
      "https://docs.P.test/plugin/en/latest/a.html",
    ],
    ["docs PR 17", plain.docs, "17", true, "https://docs--17.E.test/en/17/a.html"],
    ["docs PR 17 without translations", flat.docs, "17", true, "https://docs--17.E.test/17/a.html"],
    ["docs PR 17 single version", one.docs, "17", true, "https://docs--17.E.test/a.html"],
    ["plugin-x PR 17", plain["plugin-x"], "17", true, "https://docs--17.E.test/projects/plugin/en/17/a.html"],
    [
      "a prefix with braces stays literal",
      odd.docs,
      "latest",
      false,
      "https://docs.P.test/%7Blang%7D/en/latest/a.html",
    ],
  ])("[serving E7] %s", (_, project, version, preview, expected) => {
    expect(formatDocsUrl(project!, { version, preview, filename: "/a.html" }, hosts)).toBe(expected);
  });

  it("[serving F1] takes a file name with or without its slash, keeps index.html, and an empty one means the folder", () => {
    const path = (filename: string) => formatDocsPath(plain.docs!, { version: "latest", filename });
    expect(path("/a.html")).toBe(path("a.html"));
    expect(path("index.html")).toBe("/en/latest/index.html");
    expect(path("")).toBe("/en/latest/");
  });

  it("[serving F2] lets version and language be overridden", () => {
    expect(formatDocsPath(plain.docs!, { version: "v2.0", language: "pt-br" })).toBe("/pt-br/v2.0/");
  });

  it("[serving F5] goes one step only, so that circles end", () => {
    const loop = docsFamily({
      a: { parent: { slug: "b", alias: "a" } },
      b: { parent: { slug: "a", alias: "b" } },
    });
    expect(formatDocsUrl(loop.a!, { version: "latest" }, hosts)).toBe(
      "https://b.P.test/projects/a/en/latest/",
    );
    const self = docsFamily({ a: { parent: { slug: "a", alias: "me" } } });
    expect(formatDocsUrl(self.a!, { version: "latest" }, hosts)).toBe(
      "https://a.P.test/projects/me/en/latest/",
    );
  });

  const mixed = docsFamily({
    docs: {},
    "docs-es": { language: "es", translationOf: "docs" },
    own: { parent: { slug: "docs-es", alias: "own" } },
    flat: { scheme: without, subprojectPrefix: "/s/" },
    "flat-part": { parent: { slug: "flat", alias: "part" } },
    "flat-one": { parent: { slug: "flat", alias: "one" }, scheme: single },
    one: { scheme: single },
    "one-one": { parent: { slug: "one", alias: "one" }, scheme: single },
    "one-flat": { parent: { slug: "one", alias: "flat" }, scheme: without },
    "one-part": { parent: { slug: "one", alias: "part" } },
    "one-part-es": { language: "es", translationOf: "one-part" },
  });
  it.each([
    ["[serving F3]", "one-one", "https://one.P.test/projects/one/a.html"],
    ["[serving F3]", "one-flat", "https://one.P.test/projects/flat/latest/a.html"],
    ["[serving F3]", "one-part", "https://one.P.test/projects/part/en/latest/a.html"],
    ["[serving F3]", "flat-one", "https://flat.P.test/s/one/a.html"],
    ["[serving F3]", "flat-part", "https://flat.P.test/s/part/en/latest/a.html"],
    ["[serving F4]", "docs-es", "https://docs.P.test/es/latest/a.html"],
    ["[serving F4]", "one-part-es", "https://one.P.test/projects/part/es/latest/a.html"],
    ["[serving F4]", "own", "https://docs-es.P.test/projects/own/en/latest/a.html"],
  ])("%s every project goes by its own scheme: %s", (_, slug, expected) => {
    expect(formatDocsUrl(mixed[slug]!, { version: "latest", filename: "a.html" }, hosts)).toBe(expected);
  });

  const canonical = customDomain("docs.example.com", { canonical: true });
  it.each([
    ["a canonical domain", { domains: [canonical] }, {}, "https://docs.example.com/en/latest/"],
    [
      "a canonical domain without https",
      { domains: [customDomain("docs.example.com", { canonical: true, https: false })] },
      {},
      "http://docs.example.com/en/latest/",
    ],
    [
      "a domain that is not canonical",
      { domains: [customDomain("docs.example.com")] },
      {},
      "https://docs.P.test/en/latest/",
    ],
    [
      "the canonical one of two",
      { domains: [customDomain("a.example.com"), canonical] },
      {},
      "https://docs.example.com/en/latest/",
    ],
    [
      "the platform's host in spite of it",
      { domains: [canonical] },
      { platform: true },
      "https://docs.P.test/en/latest/",
    ],
    [
      "a preview in spite of it",
      { domains: [canonical] },
      { preview: true },
      "https://docs--latest.E.test/en/latest/",
    ],
  ])("[serving F6] %s", (_, columns, options, expected) => {
    const { docs } = docsFamily({ docs: columns });
    expect(formatDocsUrl(docs!, { version: "latest", ...options }, hosts)).toBe(expected);
  });

  it("[serving F6] translations and subprojects are on their root's domain, never on one of their own", () => {
    const own = (host: string) => ({ domains: [customDomain(host, { canonical: true })] });
    const family = docsFamily({
      docs: { domains: [canonical] },
      "docs-es": { language: "es", translationOf: "docs", ...own("es.example.com") },
      part: { parent: { slug: "docs", alias: "part" }, ...own("part.example.com") },
    });
    const url = (slug: string) => formatDocsUrl(family[slug]!, { version: "latest" }, hosts);
    expect(url("docs-es")).toBe("https://docs.example.com/es/latest/");
    expect(url("part")).toBe("https://docs.example.com/projects/part/en/latest/");
  });

  it("[serving F7] a preview is on its own host, whatever is not one on the usual host, known or not", () => {
    const url = (version: string, preview: boolean) =>
      formatDocsUrl(plain.docs!, { version, preview }, hosts);
    expect(url("17", true)).toBe("https://docs--17.E.test/en/17/");
    expect(url("nowhere", false)).toBe("https://docs.P.test/en/nowhere/");
  });

  it("[serving F8] privacy changes no address", () => {
    const address = (privacy: "public" | "private") => {
      const versions = [docsVersion("latest", { privacy }), docsVersion("17", { privacy })];
      const { docs } = docsFamily({ docs: { versions, previewPrivacy: privacy } });
      return [
        formatDocsUrl(docs!, { version: "latest", filename: "a" }, hosts),
        formatDocsUrl(docs!, { version: "17", filename: "a", preview: true }, hosts),
      ];
    };
    expect(address("private")).toEqual([
      "https://docs.P.test/en/latest/a",
      "https://docs--17.E.test/en/17/a",
    ]);
    expect(address("public")).toEqual(["https://docs.P.test/en/latest/a", "https://docs--17.E.test/en/17/a"]);
  });

  it("percent-encodes what would mean something else in an address", () => {
    expect(encodePath("/en/latest/a b?c#d%e\\f\n.html")).toBe("/en/latest/a%20b%3Fc%23d%25e%5Cf%0A.html");
  });
});

describe("paths (serving.md 6)", () => {
  const family = docsFamily({
    docs: { versions: ["latest", "v1.0", "17"] },
    ja: { language: "ja", translationOf: "docs" },
    br: { language: "pt-br", translationOf: "docs" },
    sub: { parent: { slug: "docs", alias: "sub" } },
    "sub-es": { language: "es", translationOf: "sub" },
    api: { parent: { slug: "docs", alias: "api" } },
    python: { parent: { slug: "docs", alias: "api/python" } },
    one: { parent: { slug: "docs", alias: "one" }, scheme: single, versions: ["latest", "17"] },
    flat: { parent: { slug: "docs", alias: "flat" }, scheme: without },
    uk: { parent: { slug: "docs", alias: "en" } },
  });
  const short = (found: Resolution): string => {
    const tail = "path" in found ? found.path : "filename" in found ? found.filename : "";
    const version =
      "version" in found ? (typeof found.version === "object" ? found.version?.slug : found.version) : "";
    return [found.kind, found.project.slug, version, tail].join(" ");
  };

  it.each([
    ["[serving B2]", "/en/latest", "match docs latest /"],
    ["[serving B2]", "/en/latest/", "match docs latest /"],
    ["[serving B2]", "/en/latest/file/", "match docs latest /file/"],
    ["[serving B3]", "/", "invalid_path docs  /"],
    ["[serving B3]", "", "invalid_path docs  "],
    ["[serving B3]", "/foo/bar", "invalid_path docs  /foo/bar"],
    ["[serving B3]", "/EN/latest/", "invalid_path docs  /EN/latest/"],
    ["[serving B3]", "/english/latest/", "invalid_path docs  /english/latest/"],
    ["[serving B3]", "/en/-bad/x", "invalid_path docs  /en/-bad/x"],
    ["[serving B4]", "/projects/sub/", "invalid_path sub  /"],
    ["[serving B4]", "/projects/sub", "invalid_path sub  "],
    ["[serving B4]", "/projects/sub/foo/bar", "invalid_path sub  /foo/bar"],
    ["[serving B4]", "/projects/flat/", "invalid_path flat  /"],
    ["[serving B5]", "/en", "translation_without_version docs  "],
    ["[serving B5]", "/en/", "translation_without_version docs  "],
    ["[serving B5]", "/ja", "translation_without_version ja  "],
    ["[serving B6]", "/es/", "translation_not_found docs  /"],
    ["[serving B6]", "/es/latest/x", "translation_not_found docs latest /x"],
    ["[serving B7]", "/en/latest/foo.html", "match docs latest /foo.html"],
    ["[serving B7]", "/en/v1.0/a/b/c.png", "match docs v1.0 /a/b/c.png"],
    ["[serving B7]", "/ja/latest/x", "match ja latest /x"],
    ["[serving B7]", "/pt-br/latest/x", "match br latest /x"],
    ["[serving B7]", "/pt_BR/latest/x", "match br latest /x"],
    ["[serving B7]", "/projects/sub/en/latest/a", "match sub latest /a"],
    ["[serving B7]", "/projects/sub/es/latest/a", "match sub-es latest /a"],
    ["[serving B7]", "/projects/one/a.html", "match one latest /a.html"],
    ["[serving B7]", "/projects/one/", "match one latest /"],
    ["[serving B7]", "/projects/one", "match one latest /"],
    ["[serving B7]", "/projects/flat/latest/a.html", "match flat latest /a.html"],
    ["[serving B7]", "/projects/en/en/latest/", "match uk latest /"],
    ["[serving B8]", "/projects/api/en/latest/", "match api latest /"],
    ["[serving B8]", "/projects/api/python/en/latest/x", "match python latest /x"],
    ["[serving B8]", "/projects/api/python", "invalid_path python  "],
    ["[serving B8]", "/projects/api/python-extra/en/latest/", "invalid_path api  /python-extra/en/latest/"],
    ["[serving B8]", "/projects/subway/en/latest/", "invalid_path docs  /projects/subway/en/latest/"],
    ["[serving B8]", "/projects/nothing/en/latest/", "invalid_path docs  /projects/nothing/en/latest/"],
    ["[serving B8]", "/projects/sub-es/es/latest/", "invalid_path docs  /projects/sub-es/es/latest/"],
    ["[serving B9]", "/projects/sub/en/nope/", "version_not_found sub nope /"],
    ["[serving B9]", "/projects/sub/fr/latest/", "translation_not_found sub latest /"],
    ["[serving B9]", "/en/nope/x", "version_not_found docs nope /x"],
    ["[serving B9]", "/en/LATEST/x", "version_not_found docs LATEST /x"],
    ["[serving B9]", "/en/17/x", "version_not_found docs 17 /x"],
    ["[serving B12]", "/zh/latest/", "translation_not_found docs latest /"],
  ])("%s with translations: %s", (_, path, expected) => {
    expect(short(parseDocsPath(family.docs!, path, null))).toBe(expected);
  });

  it("[serving B2] a folder means the index.html in it, and keeps its name otherwise", () => {
    const files = new Set(["index.html", "file/index.html"]);
    const found = ["/en/latest", "/en/latest/", "/en/latest/file/"].map((path) => {
      const match = parseDocsPath(family.docs!, path, null);
      return match.kind === "match" && locate(match.filename, (name) => files.has(name));
    });
    expect(found).toEqual([
      { kind: "file", path: "index.html" },
      { kind: "file", path: "index.html" },
      { kind: "file", path: "file/index.html" },
    ]);
  });

  it.each([
    ["/en/17/x", "match docs 17 /x"],
    ["/en/latest/x", "preview_mismatch docs latest "],
    ["/en/18/x", "preview_mismatch docs 18 "],
    ["/en/", "translation_without_version docs  "],
    ["/projects/one/a.html", "match one 17 /a.html"],
    ["/projects/sub/en/17/", "version_not_found sub 17 /"],
    ["/ja/17/", "version_not_found ja 17 /"],
    ["/", "invalid_path docs  /"],
  ])("[serving B11] on the host of preview 17: %s", (path, expected) => {
    expect(short(parseDocsPath(family.docs!, path, "17"))).toBe(expected);
  });

  const plain = docsFamily({
    flat: { scheme: without, versions: ["latest", "projects", "en", "17"] },
    sub: { parent: { slug: "flat", alias: "sub" } },
    one: { scheme: single, versions: ["latest", "stable", "17"] },
    part: { parent: { slug: "one", alias: "sub" }, scheme: single },
    missing: { scheme: single, defaultVersion: "gone" },
  });

  it.each([
    ["flat", "/latest/a.html", "match flat latest /a.html"],
    ["flat", "/latest", "match flat latest /"],
    ["flat", "/en/api/x", "match flat en /api/x"],
    ["flat", "/projects/api/x", "match flat projects /api/x"],
    ["flat", "/projects/sub/en/latest/", "match sub latest /"],
    ["flat", "/nope/a", "version_not_found flat nope /a"],
    ["flat", "/", "invalid_path flat  /"],
    ["flat", "/_x/a", "invalid_path flat  /_x/a"],
    ["one", "/", "match one latest /"],
    ["one", "/a.html", "match one latest /a.html"],
    ["one", "/en/latest/index.html", "match one latest /en/latest/index.html"],
    ["one", "/en/stable/awesome.html", "match one latest /en/stable/awesome.html"],
    ["one", "/projects/other/x", "match one latest /projects/other/x"],
    ["one", "/projects/sub/x", "match part latest /x"],
    ["missing", "/a.html", "version_not_found missing gone /a.html"],
  ])("[serving B10] %s without translations: %s", (slug, path, expected) => {
    expect(short(parseDocsPath(plain[slug]!, path, null))).toBe(expected);
  });

  it.each([
    ["one", "/a.html", "17", "match one 17 /a.html"],
    ["one", "/a.html", "99", "version_not_found one 99 /a.html"],
    ["flat", "/17/a", "17", "match flat 17 /a"],
  ])("[serving B11] %s on a preview host: %s", (slug, path, preview, expected) => {
    expect(short(parseDocsPath(plain[slug]!, path, preview))).toBe(expected);
  });
});
