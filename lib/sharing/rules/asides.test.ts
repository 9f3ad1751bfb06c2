import { expect, test } from "vitest";
import { formatManifest, parseManifest } from "#lib/publishing/rules/manifest.ts";
import { isAside } from "#lib/sharing/rules/asides.ts";

/** What a share of some paths finds outside them: `true` for what all pages need. */
const files: [path: string, expected: boolean][] = [
  ["index.html", false],
  ["style.css", false],
  ["robots.txt", false],
  ["guide/index.html", false],
  ["guide/picture.png", false],
  ["old/page.HTM", false],
  ["old/data.json", false],
  ["page.xhtml", false],
  ["_static/site.css", true],
  ["_static/js/site.js", true],
  ["_static/searchtools.js", true],
  ["_images/map.svg", true],
  ["fonts/a.woff2", true],
  ["_downloads/0a/table.csv", true],
  ["index.html.d/file.css", true],
  ["searchindex.js", false],
  ["_static/searchindex.js", false],
  ["assets/search_index.json", false],
  ["assets/search-index-docs.json", false],
  ["assets/lunr-index-1234.json", false],
  ["assets/search-doc-1234.json", false],
  ["search/search_index.json", false],
  ["search/searchdata.js", false],
  ["search/all_0.js", false],
  ["pagefind/fragment/en_1.pf_fragment", false],
  ["_sources/secret.md.txt", false],
  ["_sources/deep/er.rst.txt", false],
  ["data/objects.inv", false],
  ["data/llms-full.txt", false],
  // rustdoc, TypeDoc and Sphinx.
  ["search.desc/secret/secret-desc-0-.js", false],
  ["search.index/name/abc.js", false],
  ["assets/search.js", false],
  ["_build/.doctrees/secret.doctree", false],
  ["data/secret.md", false],
  ["notebooks/secret.ipynb", false],
  ["feeds/atom.xml", false],
  ["feeds/feed.json", false],
];
const entry = { hash: "0".repeat(64), size: 1, br: 0, gzip: 0 };
const manifest = parseManifest(formatManifest(files.map(([path]) => [path, entry])));

test.each(files)("%s: %j", (path, expected) => {
  expect(isAside(manifest, path)).toBe(expected);
});

test("what lies beside no page in one build may lie beside one in the next", () => {
  const next = parseManifest(
    formatManifest([...files.map(([path]) => path), "_images/all.html"].map((path) => [path, entry])),
  );
  expect(isAside(next, "_images/map.svg")).toBe(false);
  expect(isAside(manifest, "_images/map.svg")).toBe(true);
});
