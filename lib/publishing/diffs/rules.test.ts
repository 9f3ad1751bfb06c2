import { describe, expect, test } from "vitest";
import { baseSlugOf, comparePages, digestPage } from "#lib/publishing/diffs/rules.ts";

const page = (main: string, frame = "") =>
  `<!doctype html><html><body><nav>${frame}</nav><main>${main}</main></body></html>`;
const none = { added: [], modified: [], deleted: [] };

describe("what a page says", () => {
  test.each([
    ["the same words in another frame", page("<p>Text</p>", "Version 2"), true],
    ["other words", page("<p>Other</p>"), false],
    ["another link below the same words", page('<p><a href="x">Text</a></p>'), false],
  ])("%s", async (_what, html, same) => {
    expect((await digestPage(page("<p>Text</p>"))) === (await digestPage(html))).toBe(same);
  });

  test("is what stands around the first heading where there is no main element", async () => {
    const framed = (frame: string) => `<body><p>${frame}</p><div><h1>Title</h1><p>Text</p></div></body>`;
    expect(await digestPage(framed("one"))).toBe(await digestPage(framed("two")));
  });
});

describe("comparing the pages of two builds", () => {
  test("nothing changed", () => {
    expect(comparePages({ "a.html": "1" }, { "a.html": "1" })).toEqual(none);
  });

  test("added only in the preview, deleted only in the base, modified where the digests differ", () => {
    const base = { "same.html": "1", "gone.html": "2", "other.html": "3" };
    const head = { "same.html": "1", "new.html": "2", "other.html": "4" };
    expect(comparePages(base, head)).toEqual({
      added: ["new.html"],
      modified: ["other.html"],
      deleted: ["gone.html"],
    });
  });

  test("fewest folders first, then by the alphabet, folder by folder", () => {
    const head = { "a/b/c.html": "1", "z.html": "1", "a/z.html": "1", "a-b/a.html": "1", "b.html": "1" };
    expect(comparePages({}, head).added).toEqual([
      "b.html",
      "z.html",
      "a/z.html",
      "a-b/a.html",
      "a/b/c.html",
    ]);
  });

  test.each([
    ["api/*", ["index.html", "guide/api.html"]],
    ["*.html", []],
    ["a?i/*", ["index.html", "guide/api.html"]],
    ["API/*", ["index.html", "api/a.html", "guide/api.html", "api/deep/b.html"]],
  ])("pages that %s describes are left out", (pattern, expected) => {
    const head = { "index.html": "1", "api/a.html": "1", "api/deep/b.html": "1", "guide/api.html": "1" };
    expect(comparePages({}, head, [pattern]).added.toSorted()).toEqual(expected.toSorted());
  });

  test("long sets of characters are no work for each page again", () => {
    const head = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, i) => [`guide/chapter-${i}.html`, "1"]),
    );
    const ignored = Array.from({ length: 100 }, () => `*[${"A-Z".repeat(50)}]`);
    expect(comparePages({}, head, ignored).added).toHaveLength(2_000);
  });

  test("a page may be called like a property of every object", () => {
    expect(comparePages({}, { constructor: "1" }).added).toEqual(["constructor"]);
  });
});

test.each([
  [null, "latest"],
  ["stable", "stable"],
])("a project whose base is %s compares with %s", (diffBase, expected) => {
  expect(baseSlugOf({ diffBase })).toBe(expected);
});
