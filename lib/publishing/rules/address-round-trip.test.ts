import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { versioningSchemes } from "#lib/projects/schema.ts";
import { decodePath, encodePath, formatDocsUrl, parseDocsUrl } from "#lib/publishing/rules/address.ts";
import type { NamedHost } from "#lib/publishing/rules/host.ts";
import type { DocsHosts, DocsProject } from "#lib/publishing/schema.ts";
import { customDomain, docsFamily } from "#test/factories/docs-family.ts";

const hosts: DocsHosts = { scheme: "https", docsDomain: "P.test", previewDomain: "E.test" };

const slug = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/).filter((text) => !text.includes("--"));
const segment = fc.stringMatching(/^[a-z{}]{2,6}$/).map((word) => `_${word}`);
const prefix = fc.option(
  fc.array(segment, { minLength: 1, maxLength: 2 }).map((segments) => `/${segments.join("/")}/`),
  { nil: null },
);
const scheme = fc.constantFrom(...versioningSchemes);
const filename = fc
  .array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), { maxLength: 4 })
  .map((parts) => parts.map((part) => part.replaceAll("/", "_").replaceAll("\n", "_")))
  .filter((parts) => parts.every((part) => part !== "." && part !== ".." && part.isWellFormed()))
  .map((parts) => `/${parts.join("/")}`);

const given = fc.record({
  main: scheme,
  part: scheme,
  deep: scheme,
  own: prefix,
  parts: prefix,
  partOwn: prefix,
  alias: fc.array(slug, { minLength: 1, maxLength: 2 }).map((segments) => segments.join("/")),
  domain: fc.constantFrom("none", "canonical", "other"),
  https: fc.boolean(),
  filename,
});
type Given = typeof given extends fc.Arbitrary<infer Value> ? Value : never;

const versions = ["latest", "17"];

/** A main project, its translation, a subproject, the translation of that, and a subproject of the translation. */
function familyOf(options: Given): Record<string, DocsProject> {
  const domain = customDomain("docs.example.com", {
    canonical: options.domain === "canonical",
    https: options.https,
  });
  return docsFamily({
    docs: {
      scheme: options.main,
      customPrefix: options.own,
      subprojectPrefix: options.parts,
      domains: options.domain === "none" ? [] : [domain],
      versions,
    },
    "docs-es": { language: "es", translationOf: "docs", versions },
    part: {
      scheme: options.part,
      customPrefix: options.partOwn,
      parent: { slug: "docs", alias: options.alias },
      versions,
    },
    "part-es": { language: "es", translationOf: "part", versions },
    deep: { scheme: options.deep, parent: { slug: "docs-es", alias: options.alias }, versions },
  });
}

/** A main project with files only may hold a folder that looks like its subprojects, and they win. */
const isHidden = (path: string, { parts, alias }: Given): boolean =>
  `${path}/`.startsWith(`${parts ?? "/projects/"}${alias}/`);

describe("addresses read back", () => {
  it("[serving E7] every project, scheme, prefix, domain and file name", () => {
    fc.assert(
      fc.property(
        given,
        fc.constantFrom("docs", "docs-es", "part", "part-es", "deep"),
        fc.boolean(),
        (options, which, preview) => {
          const family = familyOf(options);
          const version = preview ? "17" : "latest";
          const owner = which.startsWith("part") ? options.part : options.main;
          // Without languages in the address, a translation has no address of its own.
          fc.pre(!which.endsWith("-es") || owner === "multiple_versions_with_translations");
          const url = formatDocsUrl(family[which]!, { version, preview, filename: options.filename }, hosts);
          const find = (host: NamedHost): DocsProject | null => {
            if (host.kind === "other") return family.docs?.domains.has(host.hostname) ? family.docs : null;
            return ("slug" in host && family[host.slug]) || null;
          };
          const path = decodePath(new URL(url).pathname) ?? "";
          fc.pre(!which.startsWith("docs") || !isHidden(path, options));
          expect(parseDocsUrl(url, hosts, find)?.resolution).toMatchObject({
            kind: "match",
            project: { slug: which },
            version: { slug: version },
            filename: options.filename,
          });
          const isCustom = options.domain === "canonical" && !preview && which !== "deep";
          const root = which === "deep" ? "docs-es" : "docs";
          const host = isCustom ? "docs.example.com" : preview ? `${root}--17.e.test` : `${root}.p.test`;
          expect(new URL(url).host).toBe(host);
          expect(new URL(url).protocol).toBe(isCustom && !options.https ? "http:" : "https:");
        },
      ),
      { numRuns: 1000 },
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
    "fttp://docs.P.test/en/latest/",
    "javascript:alert(1)",
    "ssh://docs.P.test/",
    "",
    "/en/latest/",
    "https://docs.P.test/%zz",
  ])("[serving A9] refuses %j", (address) => {
    expect(parseDocsUrl(address, hosts, () => null)).toBeNull();
  });

  it.each(["https:///docs.P.test/x", "http:///en/latest/", "https:\\\\docs.P.test\\x"])(
    "[serving A10] refuses %j, which names no host",
    (address) => {
      expect(parseDocsUrl(address, hosts, () => null)).toBeNull();
    },
  );

  it("[serving B1] keeps query and fragment apart from the file name", () => {
    const { docs } = docsFamily({ docs: {} });
    const parsed = parseDocsUrl("https://docs.P.test/en/latest/foo.html?x#y", hosts, () => docs!);
    expect(parsed).toMatchObject({
      resolution: { kind: "match", filename: "/foo.html" },
      search: "?x",
      hash: "#y",
    });
  });

  it("knows no project on a look-alike, and asks for none", () => {
    const asked: NamedHost[] = [];
    const find = (host: NamedHost): null => {
      asked.push(host);
      return null;
    };
    for (const host of ["docs.P.test.evil.com", "docs-17.E.test"]) {
      expect(parseDocsUrl(`https://${host}/en/latest/`, hosts, find)).toMatchObject({ project: null });
    }
    expect(asked).toEqual([]);
  });
});
