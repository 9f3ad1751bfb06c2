import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test.each([
  ["nothing to do", "nothing to do"],
  ["&lt;b&gt; &amp; &quot;c&quot;", '<b> & "c"'],
  ["it&#x27;s", "it's"],
  ["&amp;lt;", "&lt;"],
])("%s is %s", (html, text) => {
  expect(plainText(html)).toBe(text);
});
