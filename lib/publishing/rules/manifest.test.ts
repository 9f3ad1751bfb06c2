import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contentType,
  formatManifest,
  isCompressible,
  parseManifest,
} from "#lib/publishing/rules/manifest.ts";

const hash = "a".repeat(64);
const stored = (size: number) => ({ hash, size, br: 0, gzip: 0 });
const read = (files: [string, ReturnType<typeof stored>][]) =>
  parseManifest(Buffer.from(formatManifest(files)));

describe("a manifest", () => {
  test("is a JSON document with a file on each line, in the order of the paths", () => {
    const text = formatManifest([
      ["b.html", { hash, size: 3, br: 2, gzip: 1 }],
      ["a/index.html", stored(7)],
    ]);
    expect(text).toBe(
      `{"format":2,"files":[\n["a/index.html","${hash}",7,0,0],\n["b.html","${hash}",3,2,1]\n]}`,
    );
    expect(JSON.parse(text).files).toHaveLength(2);
  });

  test("gives each file with the type its name says", () => {
    const manifest = read([
      ["a.css", stored(1)],
      ["a.html", stored(2)],
    ]);
    expect(manifest.get("a.css")).toEqual({ hash, size: 1, br: 0, gzip: 0, type: "text/css; charset=utf-8" });
    expect(manifest.get("a.htm")).toBeUndefined();
    expect(manifest.has("a")).toBe(false);
    expect([...manifest.keys()]).toEqual(["a.css", "a.html"]);
    expect([...manifest.values()].map(({ size }) => size)).toEqual([1, 2]);
  });

  test("may be empty", () => {
    const manifest = read([]);
    expect(manifest.has("index.html")).toBe(false);
    expect([...manifest]).toEqual([]);
  });

  test("finds every file by its path and nothing else, whatever the names are", () => {
    const name = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary" }),
      fc.constantFrom("a", 'a"', "a\\", "ab"),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 40 }), name, (paths, other) => {
        const manifest = read(paths.map((path, index) => [path, stored(index)]));
        for (const [index, path] of paths.entries()) expect(manifest.get(path)?.size).toBe(index);
        expect(manifest.has(other)).toBe(paths.includes(other));
        expect(new Set(manifest.keys())).toEqual(new Set(paths));
      }),
    );
  });

  test("of the first format is read, too", () => {
    const files = [
      ["b.html", hash, 2, 0, 0],
      ["a.html", hash, 1, 0, 0],
    ];
    const manifest = parseManifest(Buffer.from(JSON.stringify({ format: 1, files })));
    expect([...manifest].map(([path, { size }]) => [path, size])).toEqual([
      ["a.html", 1],
      ["b.html", 2],
    ]);
  });

  test.each([
    ["no JSON", "not a manifest"],
    ["another document", '{"files":{}}'],
    ["another format", '{"format":3,"files":[]}'],
    ["a broken line", '{"format":1,"files":[["a.html"]]}'],
    ["only its beginning", formatManifest([["a.html", stored(1)]]).slice(0, -3)],
  ])("is refused when it is %s", (_what, text) => {
    expect(() => parseManifest(Buffer.from(text))).toThrow();
  });

  test("is refused where a line that is read is broken", () => {
    const broken = formatManifest([["a.html", stored(1)]]).replace(hash, "../../secret");
    expect(() => parseManifest(Buffer.from(broken)).get("a.html")).toThrow("Not a manifest line.");
  });
});

test.each([
  ["index.html", "text/html; charset=utf-8"],
  ["a.b/STYLE.CSS", "text/css; charset=utf-8"],
  ["a.html/LICENSE", "application/octet-stream"],
  ["x.unheardof", "application/octet-stream"],
])("%s is served as %s", (path, type) => {
  expect(contentType(path)).toBe(type);
});

test.each([
  ["text/html; charset=utf-8", 512, true],
  ["text/html; charset=utf-8", 511, false],
  ["application/json; charset=utf-8", 2_000, true],
  ["image/svg+xml", 2_000, true],
  ["image/png", 2_000, false],
  ["text/plain; charset=utf-8", 10 * 1024 * 1024 + 1, false],
])("a file of type %s and %i bytes has compressed copies: %s", (type, size, expected) => {
  expect(isCompressible(type, size)).toBe(expected);
});
