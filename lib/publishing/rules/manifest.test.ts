import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
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
const read = (files: [string, ReturnType<typeof stored>][]) => parseManifest(formatManifest(files));

describe("a manifest", () => {
  test("is a directory of blocks, with a file on each line of a block, in the order of the paths", () => {
    const bytes = formatManifest([
      ["b.html", { hash, size: 3, br: 2, gzip: 1 }],
      ["a/index.html", stored(7)],
    ]);
    const end = bytes.indexOf("\n");
    const block = bytes.subarray(end + 1);
    expect(bytes.toString("utf8", 0, end)).toBe(`{"format":3,"blocks":[["a/index.html",${block.length}]]}`);
    expect(inflateRawSync(block).toString()).toBe(
      `["a/index.html","${hash}",7,0,0]\n["b.html","${hash}",3,2,1]\n`,
    );
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
      fc.property(fc.uniqueArray(name, { maxLength: 300 }), name, (paths, other) => {
        const manifest = read(paths.map((path, index) => [path, stored(index)]));
        for (const [index, path] of paths.entries()) expect(manifest.get(path)?.size).toBe(index);
        expect(manifest.has(other)).toBe(paths.includes(other));
        expect(new Set(manifest.keys())).toEqual(new Set(paths));
      }),
    );
  });

  test("of ten thousand files finds each, and takes half of the memory of their hashes more at most", () => {
    const paths = Array.from({ length: 10_000 }, (_, index) => `chapter-${index % 97}/page-${index}.html`);
    const hashOf = (path: string) => createHash("sha256").update(path).digest("hex");
    const bytes = formatManifest(paths.map((path, size) => [path, { ...stored(size), hash: hashOf(path) }]));
    const manifest = parseManifest(bytes);
    for (const [size, path] of paths.entries()) {
      expect(manifest.get(path)).toMatchObject({ hash: hashOf(path), size });
      expect(manifest.has(`${path}x`)).toBe(false);
    }
    expect(manifest.has("")).toBe(false);
    expect([...manifest.keys()].length).toBe(10_000);
    expect(manifest.bytes).toBeLessThan(10_000 * 32 * 1.5);
  });

  test.each([1, 2])("of format %i is read, too", (format) => {
    const files = [
      ["b.html", hash, 2, 0, 0],
      ["a.html", hash, 1, 0, 0],
    ];
    const text = `{"format":${format},"files":[\n${files.map((line) => JSON.stringify(line)).join(",\n")}\n]}`;
    const manifest = parseManifest(Buffer.from(text));
    expect([...manifest].map(([path, { size }]) => [path, size])).toEqual([
      ["a.html", 1],
      ["b.html", 2],
    ]);
  });

  const whole = formatManifest([["a.html", stored(1)]]);
  test.each([
    ["nothing", Buffer.alloc(0)],
    ["no JSON", Buffer.from("not a manifest")],
    ["another document", Buffer.from('{"files":{}}')],
    ["another format", Buffer.from('{"format":4,"files":[]}')],
    ["a broken line", Buffer.from('{"format":1,"files":[["a.html"]]}')],
    ["a broken directory", Buffer.from('{"format":3,"blocks":[["a.html"]]}\n')],
    ["only its beginning", whole.subarray(0, -3)],
    ["more than it says", Buffer.concat([whole, Buffer.from("x")])],
  ])("is refused when it is %s", (_what, bytes) => {
    expect(() => parseManifest(bytes)).toThrow();
  });

  test("is refused where a line that is read is broken", () => {
    const line = `["a.html","../../secret",1,0,0]\n`;
    const block = deflateRawSync(line);
    const head = `{"format":3,"blocks":[["a.html",${block.length}]]}\n`;
    const broken = parseManifest(Buffer.concat([Buffer.from(head), block]));
    expect(() => broken.get("a.html")).toThrow("Not a manifest line.");
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
