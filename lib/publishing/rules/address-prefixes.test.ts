import { expect, it } from "vitest";
import { formatDocsPath } from "#lib/publishing/rules/address.ts";
import { resolve, type View } from "#lib/publishing/rules/resolve.ts";
import { docsFamily } from "#test/factories/docs-family.ts";

const without = "multiple_versions_without_translations";
const single = "single_version_without_translations";

const family = docsFamily({
  guide: { customPrefix: "/guide/" },
  es: { language: "es", translationOf: "guide" },
  one: { scheme: single, customPrefix: "/prefix/" },
  flat: { scheme: without, customPrefix: "/prefix/" },
  long: { customPrefix: "/a/b/" },
  parts: { subprojectPrefix: "/custom/" },
  part: { parent: { slug: "parts", alias: "part" } },
  "part-es": { language: "es", translationOf: "part" },
  bare: { subprojectPrefix: "/" },
  bit: { parent: { slug: "bare", alias: "bit" } },
  both: { customPrefix: "/guide/", subprojectPrefix: "/s/" },
  "both-es": { language: "es", translationOf: "both" },
  piece: { parent: { slug: "both", alias: "piece" }, customPrefix: "/x/" },
  "piece-es": { language: "es", translationOf: "piece" },
  "piece-one": { parent: { slug: "both", alias: "one" }, customPrefix: "/x/", scheme: single },
  same: { customPrefix: "/guide/", subprojectPrefix: "/guide/" },
  inside: { parent: { slug: "same", alias: "inside" } },
  nested: { customPrefix: "/guide/", subprojectPrefix: "/guide/parts/" },
  deep: { parent: { slug: "nested", alias: "deep" } },
  taken: { customPrefix: "/guide/", subprojectPrefix: "/guide/en/" },
  lost: { parent: { slug: "taken", alias: "lost" } },
  braces: { customPrefix: "/{lang}/{version}/" },
});

function show(view: View): string {
  if (view.kind === "redirect") return `→ ${view.host?.slug ?? "here"} ${view.path}`;
  return view.kind === "page" ? `${view.project.slug} ${view.filename}` : `no ${view.subject}`;
}

it.each([
  ["[serving E1]", "guide", "/", "→ here /guide/en/latest/"],
  ["[serving E1]", "guide", "/guide", "→ here /guide/en/latest/"],
  ["[serving E1]", "guide", "/guide/", "→ here /guide/en/latest/"],
  ["[serving E1]", "guide", "/guide/en", "→ here /guide/en/latest/"],
  ["[serving E1]", "guide", "/guide/en/latest", "→ here /guide/en/latest/"],
  ["[serving E1]", "guide", "/guide/en/latest/a", "guide /a"],
  ["[serving E1]", "guide", "/guide/es/latest/a", "es /a"],
  ["[serving E1]", "guide", "/guide/es/", "→ here /guide/es/latest/"],
  ["[serving E1]", "guide", "/en/latest/a", "no page"],
  ["[serving E1]", "guide", "/es/latest/a", "no page"],
  ["[serving E1]", "guide", "/guideen/latest/a", "no page"],
  ["[serving E1]", "es", "/guide/es/latest/a", "→ guide /guide/es/latest/a"],
  ["[serving E1]", "long", "/", "→ here /a/b/en/latest/"],
  ["[serving E1]", "long", "/a/b", "→ here /a/b/en/latest/"],
  ["[serving E1]", "long", "/a/", "no page"],
  ["[serving E1]", "long", "/a/b/en/latest/x", "long /x"],
  ["[serving E2]", "one", "/", "→ here /prefix/"],
  ["[serving E2]", "one", "/prefix", "→ here /prefix/"],
  ["[serving E2]", "one", "/prefix/", "one /"],
  ["[serving E2]", "one", "/prefix/a/b", "one /a/b"],
  ["[serving E2]", "one", "/a/b", "no page"],
  ["[serving E2]", "flat", "/", "→ here /prefix/latest/"],
  ["[serving E2]", "flat", "/prefix/", "→ here /prefix/latest/"],
  ["[serving E2]", "flat", "/prefix/latest", "→ here /prefix/latest/"],
  ["[serving E2]", "flat", "/prefix/latest/a", "flat /a"],
  ["[serving E2]", "flat", "/latest/a", "no page"],
  ["[serving E3]", "parts", "/custom/part/en/latest/a", "part /a"],
  ["[serving E3]", "parts", "/custom/part/es/latest/a", "part-es /a"],
  ["[serving E3]", "parts", "/custom/part", "→ here /custom/part/en/latest/"],
  ["[serving E3]", "parts", "/projects/part/en/latest/a", "no page"],
  ["[serving E3]", "part", "/en/latest/a", "→ parts /custom/part/en/latest/a"],
  ["[serving E3]", "part", "/", "→ parts /custom/part/"],
  ["[serving E3]", "bare", "/bit/en/latest/a", "bit /a"],
  ["[serving E3]", "bare", "/en/latest/a", "bare /a"],
  ["[serving E3]", "bare", "/projects/bit/en/latest/a", "no page"],
  ["[serving E3]", "bit", "/en/latest/a", "→ bare /bit/en/latest/a"],
  ["[serving E4]", "both", "/guide/en/latest/a", "both /a"],
  ["[serving E4]", "both", "/guide/es/latest/a", "both-es /a"],
  ["[serving E4]", "both", "/s/piece/x/en/latest/a", "piece /a"],
  ["[serving E4]", "both", "/s/piece/x/es/latest/a", "piece-es /a"],
  ["[serving E4]", "both", "/s/piece", "→ here /s/piece/x/en/latest/"],
  ["[serving E4]", "both", "/s/piece/x", "→ here /s/piece/x/en/latest/"],
  ["[serving E4]", "both", "/s/piece/en/latest/a", "no page"],
  ["[serving E4]", "both", "/x/piece/en/latest/a", "no page"],
  ["[serving E4]", "both", "/guide/s/piece/x/en/latest/a", "no page"],
  ["[serving E4]", "both", "/s/one/x/a", "piece-one /a"],
  ["[serving E4]", "both", "/s/one", "→ here /s/one/x/"],
  ["[serving E4]", "piece", "/x/en/latest/a", "→ both /s/piece/x/en/latest/a"],
  ["[serving E4]", "same", "/guide/en/latest/a", "same /a"],
  ["[serving E4]", "same", "/guide/inside/en/latest/a", "inside /a"],
  ["[serving E4]", "same", "/guide/inside/", "→ here /guide/inside/en/latest/"],
  ["[serving E4]", "nested", "/guide/en/latest/a", "nested /a"],
  ["[serving E4]", "nested", "/guide/parts/deep/en/latest/a", "deep /a"],
  // Which is why lib/projects/address/rules.ts refuses such a prefix.
  ["[serving E5]", "taken", "/guide/en/lost/en/latest/", "no documentation version"],
  ["[serving E7]", "braces", "/", "→ here /{lang}/{version}/en/latest/"],
  ["[serving E7]", "braces", "/{lang}/{version}/en/latest/a", "braces /a"],
  ["[serving E7]", "braces", "/en/latest/en/latest/a", "no page"],
])("%s %s %s: %s", (_, slug, path, expected) => {
  expect(show(resolve({ project: family[slug]!, preview: null, domain: null }, path))).toBe(expected);
});

it.each([
  ["guide", "/guide/en/latest/a"],
  ["es", "/guide/es/latest/a"],
  ["one", "/prefix/a"],
  ["flat", "/prefix/latest/a"],
  ["part", "/custom/part/en/latest/a"],
  ["part-es", "/custom/part/es/latest/a"],
  ["bit", "/bit/en/latest/a"],
  ["piece", "/s/piece/x/en/latest/a"],
  ["piece-es", "/s/piece/x/es/latest/a"],
  ["piece-one", "/s/one/x/a"],
  ["inside", "/guide/inside/en/latest/a"],
  ["deep", "/guide/parts/deep/en/latest/a"],
  ["braces", "/{lang}/{version}/en/latest/a"],
])("[serving E7] the same address is built: %s %s", (slug, path) => {
  expect(formatDocsPath(family[slug]!, { version: "latest", filename: "a" })).toBe(path);
});
