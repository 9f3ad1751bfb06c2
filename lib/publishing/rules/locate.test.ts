import { describe, expect, it } from "vitest";
import { locate, notFoundPage } from "#lib/publishing/rules/locate.ts";

describe("files (serving.md 7 steps 13 to 16, 9)", () => {
  const files = new Set(["index.html", "a.html", "dir/index.html", "dir/b.png", "noindex/c.html", "odd"]);
  it.each([
    ["/", "index.html"],
    ["/index.html", "index.html"],
    ["/a.html", "a.html"],
    ["/dir/", "dir/index.html"],
    ["/dir/b.png", "dir/b.png"],
    ["/odd", "odd"],
    ["/dir", "directory"],
    ["/a", "missing"],
    ["/a.html/", "missing"],
    ["/A.html", "missing"],
    ["/noindex", "missing"],
    ["/noindex/", "missing"],
    ["/nothing/", "missing"],
  ])("%s is %s", (filename, expected) => {
    const found = locate(filename, (path) => files.has(path));
    expect(found.kind === "file" ? found.path : found.kind).toBe(expected);
  });

  it("finds a site's own 404 page, 404.html first", () => {
    const has = (...paths: string[]) => notFoundPage((path) => paths.includes(path));
    expect([has("404.html", "404/index.html"), has("404/index.html"), has("x/404.html")]).toEqual([
      "404.html",
      "404/index.html",
      null,
    ]);
  });
});
