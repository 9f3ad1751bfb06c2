import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseQuery, parseText } from "#lib/search/rules/query.ts";
import { formatTsQueries, within } from "#lib/search/rules/tsquery.ts";

const none = { projects: [], subprojects: [], mine: false, text: "" };
const scope = (project: string, version: string | null = null) => ({ project, version });

describe("[api N3] arguments and text of a query", () => {
  test.each([
    ["search query", { text: "search query" }],
    ["project:foo query", { projects: [scope("foo")], text: "query" }],
    ["query project:foo/latest more", { projects: [scope("foo", "latest")], text: "query more" }],
    ["project:foo/v/1", { projects: [scope("foo", "v/1")] }],
    ["project:foo/ x", { projects: [scope("foo")], text: "x" }],
    ["project:foo project:bar/v1", { projects: [scope("foo"), scope("bar", "v1")] }],
    ["project:foo project:foo", { projects: [scope("foo"), scope("foo")] }],
    ["subprojects:foo/v2 subprojects:bar", { subprojects: [scope("foo", "v2"), scope("bar")] }],
    ["user:@me", { mine: true }],
    ["user:@me user:other", {}],
    ["user:other user:@me", { mine: true }],
    ["project:", { projects: [scope("")] }],
    ["project\\:foo query", { text: "project:foo query" }],
    ["a\\:b\\:c", { text: "a:b:c" }],
    ["Project:foo", { text: "Project:foo" }],
    ["unknown:foo", { text: "unknown:foo" }],
    ["http://example.com", { text: "http://example.com" }],
    ["  a \t\n b  ", { text: "a b" }],
    ["project:a subprojects:b user:@me", { projects: [scope("a")], subprojects: [scope("b")], mine: true }],
    ["", {}],
    [":", { text: ":" }],
  ])("%j", (query, expected) => {
    expect(parseQuery(query)).toEqual({ ...none, ...expected });
  });
});

/** What is asked of the database: some words (`any`) and all words. */
const asked = (text: string) => {
  const sought = parseText(text);
  if (!sought) return null;
  const { any, all } = formatTsQueries(sought);
  return [any.replaceAll("ABD", "").replaceAll(/:(?!\*)/g, ""), all];
};

describe("the language of texts", () => {
  test.each([
    ["one", ["'one'", "'one'"]],
    ["one Two", ["('one' | 'two')", "('one' & 'two')"]],
    ["+one two", ["'one'", "('one' & 'two')"]],
    ["one + two three", ["('one' & 'two')", "('one' & 'two' & 'three')"]],
    ["one | two", ["('one' | 'two')", "('one' | 'two')"]],
    ["one -two", ["('one' & !'two')", "('one' & !'two')"]],
    ["one-two", ["('one' <1> 'two')", "('one' <1> 'two')"]],
    ['"one two" three', ["(('one' <1> 'two') | 'three')", "(('one' <1> 'two') & 'three')"]],
    ['"one two', ["('one' <1> 'two')", "('one' <1> 'two')"]],
    ['-"one two" three', ["('three' & !('one' <1> 'two'))", "('three' & !('one' <1> 'two'))"]],
    ["sett*", ["'sett':*", "'sett':*"]],
    ["s*", ["'s'", "'s'"]],
    ["settings~1", ["'setting':*", "'setting':*"]],
    ["settings~", ["'settin':*", "'settin':*"]],
    ["settings~99", ["'settin':*", "'settin':*"]],
    ["cat~2", ["'cat':*", "'cat':*"]],
    ['"one two"~3', ["('one' | 'two')", "('one' & 'two')"]],
    ["-one", null],
    ["+ | ( ) -", null],
    ["( )", null],
    ["...", null],
    ["", null],
  ])("%j", (text, expected) => {
    expect(asked(text)).toEqual(expected);
  });

  test("groups nest, and marks that lead nowhere are passed over", () => {
    const nested = ["(('one' | 'two') & 'three')", "(('one' | 'two') & 'three')"];
    expect(asked("(one | two) + three")).toEqual(nested);
    expect(asked("((((one | two)) + three")).toEqual(nested);
    expect(asked("(one | two) + three ) ) |")).toEqual(nested);
    expect(asked(`${"(".repeat(5000)}one`)).toEqual(["'one'", "'one'"]);
  });

  test("only the first fifty words count", () => {
    const many = parseText(Array.from({ length: 2000 }, (_, index) => `w${index}`).join(" "));
    const query = many ? formatTsQueries(many).any : "";
    expect(query).toContain("'w49'");
    expect(query).not.toContain("'w50'");
  });

  test("is asked within the builds that are named", () => {
    expect(within([3, 12], "'one'")).toBe("(('#3' | '#12') & 'one')");
  });
});

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(..."+-|()\"*~':\\&!<> \0\ud800", "<->", "project:", "user:@me", "a", "検索", "é", "~2"),
    fc.string({ unit: "binary", maxLength: 5 }),
  ),
  { maxLength: 60 },
);

test("every text is a query, and what is asked is made of quoted letters and marks of our own", () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const { text } = parseQuery(parts.join(""));
      const sought = parseText(text);
      if (!sought) return;
      for (const query of Object.values(formatTsQueries(sought)))
        expect(query).toMatch(/^(?:[()|&! ]|<\d+>|'[\p{L}\p{N}\p{M}]+'(?::\*?[ABD]*)?)+$/u);
    }),
    { numRuns: 1000 },
  );
});
