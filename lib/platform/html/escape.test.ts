import { expect, test } from "vitest";
import { escapeHtml } from "#lib/platform/html/escape.ts";

test("no character of a text ends an element, an attribute or a reference", () => {
  expect(escapeHtml(`<a title="it's">&amp;</a>`)).toBe(
    "&lt;a title=&quot;it&#x27;s&quot;&gt;&amp;amp;&lt;/a&gt;",
  );
  expect(escapeHtml("é 😀")).toBe("é 😀");
});
