import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { versioningSchemes } from "#lib/projects/schema.ts";
import {
  decodePath,
  encodePath,
  formatDocsPath,
  formatDocsUrl,
  parseDocsPath,
  parseDocsUrl,
} from "#lib/publishing/rules/address.ts";
import type { DocsHosts, DocsProject, Resolution } from "#lib/publishing/schema.ts";
import { docsFamily } from "#test/factories/docs-family.ts";

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
  ])("%s", (_, project, version, preview, expected) => {
    expect(formatDocsUrl(project!, { version, preview, filename: "/a.html" }, hosts)).toBe(expected);
  });

  it("takes a file name with or without its slash, keeps index.html, and an empty one means the folder (24.6)", () => {
    const path = (filename: string) => formatDocsPath(plain.docs!, { version: "latest", filename });
    expect(path("/a.html")).toBe(path("a.html"));
    expect(path("index.html")).toBe("/en/latest/index.html");
    expect(path("")).toBe("/en/latest/");
  });

  it("lets version and language be overridden (24.6)", () => {
    expect(formatDocsPath(plain.docs!, { version: "v2.0", language: "pt-br" })).toBe("/pt-br/v2.0/");
  });

  it("goes one step only, so that circles end (24.6)", () => {
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

  it("serves a subproject of a translation from the translation's host (24.6)", () => {
    const family = docsFamily({
      docs: {},
      "docs-es": { language: "es", translationOf: "docs" },
      part: { parent: { slug: "docs-es", alias: "part" } },
    });
    expect(formatDocsUrl(family.part!, { version: "latest" }, hosts)).toBe(
      "https://docs-es.P.test/projects/part/en/latest/",
    );
  });

  it("percent-encodes what would mean something else in an address", () => {
    expect(encodePath("/en/latest/a b?c#d%e\\f\n.html")).toBe("/en/latest/a%20b%3Fc%23d%25e%5Cf%0A.html");
  });
});

describe("addresses read back", () => {
  const slug = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/).filter((text) => !text.includes("--"));
  const prefix = fc.option(
    fc.stringMatching(/^[a-z]{2,6}$/).map((word) => `/_${word}/`),
    { nil: null },
  );
  const scheme = fc.constantFrom(...versioningSchemes);
  const filename = fc
    .array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), { maxLength: 4 })
    .map((parts) => parts.map((part) => part.replaceAll("/", "_").replaceAll("\n", "_")))
    .filter((parts) => parts.every((part) => part !== "." && part !== ".." && part.isWellFormed()))
    .map((parts) => `/${parts.join("/")}`);

  it("every project, scheme, prefix and file name (round trip)", () => {
    fc.assert(
      fc.property(
        fc.record({
          main: scheme,
          part: scheme,
          own: prefix,
          parts: prefix,
          partOwn: prefix,
          alias: slug,
          filename,
        }),
        fc.constantFrom("docs", "docs-es", "part", "part-es"),
        fc.boolean(),
        (given, which, preview) => {
          const version = preview ? "17" : "latest";
          const family = docsFamily({
            docs: {
              scheme: given.main,
              customPrefix: given.own,
              subprojectPrefix: given.parts,
              versions: ["latest", "17"],
            },
            "docs-es": { language: "es", translationOf: "docs", versions: ["latest", "17"] },
            part: {
              scheme: given.part,
              customPrefix: given.partOwn,
              parent: { slug: "docs", alias: given.alias },
              versions: ["latest", "17"],
            },
            "part-es": { language: "es", translationOf: "part", versions: ["latest", "17"] },
          });
          // Without translations in the address, a translation has no address of its own; and a main project with files only may
          // hold a folder that looks like its subprojects.
          const owner = which.startsWith("part") ? given.part : given.main;
          fc.pre(!which.endsWith("-es") || owner === "multiple_versions_with_translations");
          const url = formatDocsUrl(family[which]!, { version, preview, filename: given.filename }, hosts);
          const parsed = parseDocsUrl(url, hosts, (host) => ("slug" in host && family[host.slug]) || null);
          const lead = `${given.parts ?? "/projects/"}${given.alias}`;
          fc.pre(which.startsWith("part") || !decodePath(new URL(url).pathname)!.startsWith(lead));
          expect(parsed?.resolution).toMatchObject({
            kind: "match",
            project: { slug: which },
            version: { slug: version },
            filename: given.filename,
          });
        },
      ),
      { numRuns: 400 },
    );
  });

  it("encoding and decoding a path are opposites", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }).filter((text) => text.isWellFormed()),
        (text) => {
          expect(decodePath(encodePath(text))).toBe(text);
        },
      ),
    );
  });

  it.each([
    "ftp://docs.P.test/en/latest/",
    "javascript:alert(1)",
    "ssh://docs.P.test/",
    "",
    "https:///docs.P.test/x",
    "/en/latest/",
    "https://docs.P.test/%zz",
  ])("24.1 refuses %j", (address) => {
    expect(parseDocsUrl(address, hosts, () => null)).toBeNull();
  });

  it("24.2 keeps query and fragment apart from the file name", () => {
    const { docs } = docsFamily({ docs: {} });
    const parsed = parseDocsUrl("https://docs.P.test/en/latest/foo.html?x#y", hosts, () => docs!);
    expect(parsed).toMatchObject({
      resolution: { kind: "match", filename: "/foo.html" },
      search: "?x",
      hash: "#y",
    });
  });
});

describe("paths (serving.md 6, 24.2)", () => {
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
    ["/en/latest/foo.html", "match docs latest /foo.html"],
    ["/en/latest/foo/", "match docs latest /foo/"],
    ["/en/latest/", "match docs latest /"],
    ["/en/latest", "match docs latest /"],
    ["/en/v1.0/a/b/c.png", "match docs v1.0 /a/b/c.png"],
    ["/ja/latest/x", "match ja latest /x"],
    ["/pt-br/latest/x", "match br latest /x"],
    ["/pt_BR/latest/x", "match br latest /x"],
    ["/", "invalid_path docs  /"],
    ["", "invalid_path docs  "],
    ["/foo/bar", "invalid_path docs  /foo/bar"],
    ["/EN/latest/", "invalid_path docs  /EN/latest/"],
    ["/english/latest/", "invalid_path docs  /english/latest/"],
    ["/en/-bad/x", "invalid_path docs  /en/-bad/x"],
    ["/en", "translation_without_version docs  "],
    ["/en/", "translation_without_version docs  "],
    ["/ja", "translation_without_version ja  "],
    ["/es/", "translation_not_found docs  /"],
    ["/es/latest/x", "translation_not_found docs latest /x"],
    ["/zh/latest/", "translation_not_found docs latest /"],
    ["/en/nope/x", "version_not_found docs nope /x"],
    ["/en/LATEST/x", "version_not_found docs LATEST /x"],
    ["/en/17/x", "version_not_found docs 17 /x"],
    ["/projects/sub/en/latest/a", "match sub latest /a"],
    ["/projects/sub/es/latest/a", "match sub-es latest /a"],
    ["/projects/sub/", "invalid_path sub  /"],
    ["/projects/sub", "invalid_path sub  "],
    ["/projects/sub/foo/bar", "invalid_path sub  /foo/bar"],
    ["/projects/sub/en/nope/", "version_not_found sub nope /"],
    ["/projects/sub/fr/latest/", "translation_not_found sub latest /"],
    ["/projects/sub-es/es/latest/", "invalid_path docs  /projects/sub-es/es/latest/"],
    ["/projects/nothing/en/latest/", "invalid_path docs  /projects/nothing/en/latest/"],
    ["/projects/subway/en/latest/", "invalid_path docs  /projects/subway/en/latest/"],
    ["/projects/api/en/latest/", "match api latest /"],
    ["/projects/api/python/en/latest/x", "match python latest /x"],
    ["/projects/api/python", "invalid_path python  "],
    ["/projects/api/python-extra/en/latest/", "invalid_path api  /python-extra/en/latest/"],
    ["/projects/one/a.html", "match one latest /a.html"],
    ["/projects/one/", "match one latest /"],
    ["/projects/one", "match one latest /"],
    ["/projects/flat/latest/a.html", "match flat latest /a.html"],
    ["/projects/flat/", "invalid_path flat  /"],
    ["/projects/en/en/latest/", "match uk latest /"],
  ])("with translations: %s", (path, expected) => {
    expect(short(parseDocsPath(family.docs!, path, null))).toBe(expected);
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
  ])("on the host of preview 17: %s", (path, expected) => {
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
  ])("%s without translations: %s", (slug, path, expected) => {
    expect(short(parseDocsPath(plain[slug]!, path, null))).toBe(expected);
  });

  it.each([
    ["one", "/a.html", "17", "match one 17 /a.html"],
    ["one", "/a.html", "99", "version_not_found one 99 /a.html"],
    ["flat", "/17/a", "17", "match flat 17 /a"],
  ])("%s on a preview host: %s", (slug, path, preview, expected) => {
    expect(short(parseDocsPath(plain[slug]!, path, preview))).toBe(expected);
  });

  const prefixed = docsFamily({
    docs: { customPrefix: "/guide/", subprojectPrefix: "/custom/" },
    es: { language: "es", translationOf: "docs" },
    sub: { parent: { slug: "docs", alias: "sub" }, customPrefix: "/x/" },
    one: { scheme: single, customPrefix: "/prefix/" },
    flat: { scheme: without, customPrefix: "/prefix/" },
    same: { customPrefix: "/guide/", subprojectPrefix: "/guide/" },
    inside: { parent: { slug: "same", alias: "inside" } },
    taken: { customPrefix: "/guide/", subprojectPrefix: "/guide/en/" },
    lost: { parent: { slug: "taken", alias: "lost" } },
  });

  it.each([
    ["docs", "/guide/en/latest/a", "match docs latest /a"],
    ["docs", "/guide/es/latest/a", "match es latest /a"],
    ["docs", "/en/latest/a", "invalid_path docs  /en/latest/a"],
    ["docs", "/guide/", "invalid_path docs  /guide/"],
    ["docs", "/guide", "invalid_path docs  /guide"],
    ["docs", "/custom/sub/x/en/latest/a", "match sub latest /a"],
    ["docs", "/custom/sub/en/latest/a", "invalid_path sub  /en/latest/a"],
    ["docs", "/projects/sub/x/en/latest/a", "invalid_path docs  /projects/sub/x/en/latest/a"],
    ["one", "/prefix/a.html", "match one latest /a.html"],
    ["one", "/a.html", "invalid_path one  /a.html"],
    ["one", "/prefix", "invalid_path one  /prefix"],
    ["flat", "/prefix/latest/a", "match flat latest /a"],
    ["flat", "/prefix/", "invalid_path flat  /prefix/"],
    ["same", "/guide/en/latest/a", "match same latest /a"],
    ["same", "/guide/inside/en/latest/a", "match inside latest /a"],
    // 24.5: a subproject prefix ending in a language hides the subproject, which is why validation refuses it.
    ["taken", "/guide/en/lost/en/latest/", "version_not_found taken lost /en/latest/"],
  ])("24.5 prefixes: %s %s", (slug, path, expected) => {
    expect(short(parseDocsPath(prefixed[slug]!, path, null))).toBe(expected);
  });
});
