import { expect, test } from "vitest";
import { memberLink } from "#lib/publishing/rules/member-link.ts";

test.each([
  ["https://acme.docs.example/en/latest/", "https://acme.docs.example/_/login?next=%2Fen%2Flatest%2F"],
  ["http://acme.localhost:4880/", "http://acme.localhost:4880/_/login?next=%2F"],
  ["https://x.example/en/1.0/a%20b?q=1", "https://x.example/_/login?next=%2Fen%2F1.0%2Fa%2520b%3Fq%3D1"],
])("%s is entered by %s", (documentation, link) => {
  expect(memberLink(documentation)).toBe(link);
});
