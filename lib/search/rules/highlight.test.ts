import { expect, test } from "vitest";
import { highlightText, highlightTitle } from "#lib/search/rules/highlight.ts";
import { parseText, wantedTerms } from "#lib/search/rules/query.ts";

const terms = (query: string) => {
  const sought = parseText(query);
  return sought ? wantedTerms(sought) : [];
};

test.each([
  ["Boiling Water", "water", ["Boiling <span>Water</span>"]],
  [
    "<img src=x onerror=\"alert('1')\"> & water",
    "water",
    ["&lt;img src=x onerror=&quot;alert(&#x27;1&#x27;)&quot;&gt; &amp; <span>water</span>"],
  ],
  ["<span>water</span>", "span", ["&lt;<span>span</span>&gt;water&lt;/<span>span</span>&gt;"]],
  ["os.path and os", "os.path", ["<span>os.path</span> and os"]],
  ["Café au lait", "CAFE", ["<span>Café</span> au lait"]],
  ["settings, set", "set*", ["<span>settings</span>, <span>set</span>"]],
  ["setting", "settings set* settin*", ["<span>setting</span>"]],
  ["a b a c", '"a c" b', ["a <span>b</span> <span>a c</span>"]],
  ["全文検索する", "検索", ["全文<span>検索</span>する"]],
  ["one two", "one -two", ["<span>one</span> two"]],
  ["nothing here", "water", []],
  ["", "water", []],
])("%j for %j", (title, query, expected) => {
  expect(highlightTitle(title, terms(query))).toEqual(expected);
});

test("of a long text only the passage around the first match is shown", () => {
  const text = `${"before ".repeat(100)}needle ${"after ".repeat(100)}needle`;
  const [fragment = ""] = highlightText(text, terms("needle"));
  expect(fragment).toBe(`${"before ".repeat(9)}<span>needle</span> ${"after ".repeat(16).trim()}`);
});

test("one endless word is cut", () => {
  const [fragment = ""] = highlightText(`needle${"x".repeat(5000)}`, terms("needle*"));
  expect(fragment.length).toBeLessThan(5100);
  expect(highlightText(`needle ${"x".repeat(50_000)}`, terms("needle"))[0]?.length).toBeLessThan(400);
});

test("many words in many long texts", { timeout: 20_000 }, () => {
  const many = terms(Array.from({ length: 50 }, (_, number) => `letters${number}*`).join(" "));
  const text = `${"letters ".repeat(12_000)}letters7`;
  for (let texts = 0; texts < 30; texts += 1)
    expect(highlightText(text, many)[0]).toMatch(/<span>letters7<\/span>$/);
});
