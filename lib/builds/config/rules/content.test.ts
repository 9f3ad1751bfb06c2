import { describe, expect, test } from "vitest";
import { parse, refuses, sphinxWith } from "#test/factories/configs.ts";

describe("[builds C1] formats", () => {
  const formats = (value: string) => sphinxWith(`formats: ${value}`);

  refuses([
    [formats("pdf"), "config:validation:invalid-list", "formats"],
    [formats("null"), "config:validation:invalid-list", "formats"],
    [formats("{pdf: true}"), "config:validation:invalid-list", "formats"],
    [formats("[docx]"), "config:validation:invalid-choice", "formats.0"],
    [formats("[pdf, html]"), "config:validation:invalid-choice", "formats.1"],
    [formats("[all]"), "config:validation:invalid-choice", "formats.0"],
    [formats("[1]"), "config:validation:invalid-choice", "formats.0"],
  ]);

  test.each([
    ["[epub, pdf]", ["epub", "pdf"]],
    ["[pdf, pdf]", ["pdf", "pdf"]],
    ["[]", []],
    ["all", ["htmlzip", "pdf", "epub"]],
  ])("%s: %j", (value, wanted) => expect(parse(formats(value)).formats).toEqual(wanted));

  test("none without the key", () => expect(parse(sphinxWith()).formats).toEqual([]));
});

describe("[builds C13] submodules", () => {
  const submodules = (inner: string) => sphinxWith(`submodules: ${inner}`);

  refuses([
    [submodules("all"), "config:validation:invalid-dict", "submodules"],
    [submodules("null"), "config:validation:invalid-dict", "submodules"],
    [submodules("{include: one}"), "config:validation:invalid-list", "submodules.include"],
    [submodules("{exclude: one}"), "config:validation:invalid-list", "submodules.exclude"],
    [submodules("{include: [1]}"), "config:validation:invalid-string", "submodules.include.0"],
    [submodules("{exclude: [a, null]}"), "config:validation:invalid-string", "submodules.exclude.1"],
    [submodules("{include: [../a]}"), "config:validation:invalid-path", "submodules.include.0"],
    [
      submodules("{include: all, recursive: 'yes'}"),
      "config:validation:invalid-bool",
      "submodules.recursive",
    ],
    [submodules("{include: [a], exclude: [b]}"), "config:submodules:include-exclude-together"],
    [submodules("{include: all, exclude: all}"), "config:submodules:include-exclude-together"],
    [submodules("{depth: 1}"), "config:base:invalid-key-name", "submodules.depth"],
  ]);

  test.each([
    ["{}", { include: [], exclude: "all", recursive: false }],
    ["{include: all}", { include: "all", exclude: [], recursive: false }],
    ["{include: [a/, b], recursive: true}", { include: ["a", "b"], exclude: [], recursive: true }],
    ["{exclude: [a]}", { include: [], exclude: ["a"], recursive: false }],
    ["{exclude: all, recursive: false}", { include: [], exclude: "all", recursive: false }],
    ["{include: [], exclude: []}", { include: [], exclude: [], recursive: false }],
    ["{include: []}", { include: [], exclude: "all", recursive: false }],
  ])("%s", (inner, wanted) => expect(parse(submodules(inner)).submodules).toEqual(wanted));

  test("none are fetched without the key", () => {
    expect(parse(sphinxWith()).submodules).toEqual({ include: [], exclude: "all", recursive: false });
  });
});

describe("[builds C14] search", () => {
  const search = (inner: string) => sphinxWith(`search: ${inner}`);
  const ignored = ["search.html", "search/index.html", "404.html", "404/index.html"];

  refuses([
    [search("[a]"), "config:validation:invalid-dict", "search"],
    [search("null"), "config:validation:invalid-dict", "search"],
    [search("{ranking: [a]}"), "config:validation:invalid-dict", "search.ranking"],
    [search("{ranking: {a: -11}}"), "config:validation:invalid-choice", "search.ranking.a"],
    [search("{ranking: {a: 11}}"), "config:validation:invalid-choice", "search.ranking.a"],
    [search("{ranking: {a: 1.5}}"), "config:validation:invalid-choice", "search.ranking.a"],
    [search("{ranking: {a: '1'}}"), "config:validation:invalid-choice", "search.ranking.a"],
    [search("{ranking: {a: null}}"), "config:validation:invalid-choice", "search.ranking.a"],
    [search("{ranking: {/: 1}}"), "config:validation:invalid-path-pattern", "search.ranking"],
    [search("{ignore: a}"), "config:validation:invalid-list", "search.ignore"],
    [search("{ignore: [a, 1]}"), "config:validation:invalid-string", "search.ignore.1"],
    [search("{ignore: ['']}"), "config:validation:invalid-path-pattern", "search.ignore.0"],
    [search("{boost: 1}"), "config:base:invalid-key-name", "search.boost"],
  ]);

  test.each([
    ["{}", {}],
    ["{ranking: {a: -10, b: 10, c: 0, d: 2.0}}", { a: -10, b: 10, c: 0, d: 2 }],
    ["{ranking: {/foo/bar: 1, ///foo//baz/: 2}}", { "foo/bar": 1, "foo/baz": 2 }],
    ["{ranking: {/foo/bar/../: 1, './api*': 2}}", { foo: 1, "api*": 2 }],
    ["{ranking: {'/foo/bar?/*': 1, 'foo/[bar]/*/': 2}}", { "foo/bar?/*": 1, "foo/[bar]/*": 2 }],
  ])("%s", (inner, ranking) => {
    expect(parse(search(inner)).search).toEqual({ ranking, ignore: ignored });
  });

  test("patterns keep the order of the file, because the last one that fits counts", () => {
    expect(Object.keys(parse(search("{ranking: {b: 1, a: 1, c: 1}}")).search.ranking)).toEqual([
      "b",
      "a",
      "c",
    ]);
  });

  test("an own list of what to ignore replaces the usual one", () => {
    expect(parse(search("{ignore: [/drafts/, '*.txt']}")).search.ignore).toEqual(["drafts", "*.txt"]);
    expect(parse(search("{ignore: []}")).search.ignore).toEqual([]);
  });
});
