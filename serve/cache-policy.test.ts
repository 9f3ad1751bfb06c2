import { expect, test } from "vitest";
import { cacheHeaders } from "#serve/cache-policy.ts";

function lifetimes(flat: readonly string[]) {
  const value = (name: string) => (flat.includes(name) ? flat[flat.indexOf(name) + 1] : undefined);
  return [value("Cache-Control"), value("CDN-Cache-Control"), value("Vary")];
}

test.each([
  ["page", "public, max-age=0, must-revalidate", "public", undefined],
  ["private", "private, no-cache", "private", "Cookie, Authorization"],
  ["redirect", undefined, "public, max-age=1200", undefined],
  ["permanent_redirect", "public, max-age=86400", "public, max-age=86400", undefined],
  ["static", "public, max-age=86400", "public, max-age=86400", undefined],
  ["never", "no-store", "private", "Cookie, Authorization"],
] as const)("%s", (policy, browser, shared, vary) => {
  expect(lifetimes(cacheHeaders(policy))).toEqual([browser, shared, vary]);
});

test.each([
  ["page", "no-cache", "public", undefined],
  ["private", "private, no-cache", "private", "Cookie, Authorization"],
  ["redirect", "no-cache", "public, max-age=1200", undefined],
  ["never", "no-store", "private", "Cookie, Authorization"],
] as const)("[serving I6] %s on a preview host", (policy, browser, shared, vary) => {
  expect(lifetimes(cacheHeaders(policy, { isPreview: true }))).toEqual([browser, shared, vary]);
});

test("names tags and what the answer varies with", () => {
  expect(cacheHeaders("private", { tags: ["docs", "docs:latest"], varies: true })).toEqual(
    expect.arrayContaining(["Accept-Encoding, Cookie, Authorization", "docs,docs:latest"]),
  );
});
