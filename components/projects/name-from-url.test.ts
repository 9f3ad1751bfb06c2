import { expect, test } from "vitest";
import { nameFromUrl } from "./name-from-url.ts";

test.each([
  ["https://github.com/acme/docs.git", "docs"],
  ["https://github.com/acme/docs/", "docs"],
  ["git@example.com:acme/hand-book.git", "hand-book"],
  ["git@example.com:book.git", "book"],
  ["/srv/git/book", "book"],
  ["", ""],
])("%s suggests %s", (url, name) => {
  expect(nameFromUrl(url)).toBe(name);
});
