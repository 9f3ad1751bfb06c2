import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { returnPath } from "#lib/publishing/rules/return-path.ts";

describe("paths to go on to (serving.md 14.3, next)", () => {
  it.each([
    "/",
    "/en/latest/",
    "/a?b=//c",
    "/a?b=https://evil.example",
    "/a#b",
    "/_/other",
    "/_/downloads/en/latest/pdf/",
    "/_/sharings",
    "/%2f%2fevil.example",
    "/.//evil.example",
    "/@evil.example",
    "/a?next=/_/sharing/x",
    `/${"a".repeat(2047)}`,
  ])("%s is one", (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each([
    ["/ü/文 x?y=ü", "/%C3%BC/%E6%96%87%20x?y=%C3%BC"],
    ["/a%20b\ud800", "/a%20b%EF%BF%BD"],
  ])("%s comes out in ASCII, as a header needs it", (path, expected) => {
    expect(returnPath(path)).toBe(expected);
  });

  it.each([
    null,
    "",
    "a",
    "?a",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/a\\b",
    "/a\nb",
    "/a\tb",
    "/\t/evil.example",
    "/\r\nSet-Cookie: a=b",
    "/a\0b",
    "/a\u0085b",
    " /a",
    "\u00a0//evil.example",
    "https://evil.example/",
    "https:/evil.example",
    "https:evil.example",
    "javascript:x",
    "data:text/html,x",
    "//evil.example@docs.example/",
    "/%zz",
    "/_/login",
    "/_/login?code=x",
    "/_/logout",
    "/_/sharing",
    "/_/sharing/x",
    "/_/sharing/logout",
    "/_/sharing?x",
    "/_/sharing#x",
    "/%5f/sharing/x",
    "/_%2fsharing/x",
    "/_/%73haring/x",
    "/_//sharing/x",
    "/./_/sharing/x",
    "/a/../_/sharing/x",
    "/a/%2e%2e/_/sharing/x",
    "/_/./sharing/x",
    `/${"a".repeat(2048)}`,
  ])("%j is none", (path) => {
    expect(returnPath(path)).toBeNull();
  });

  const piece = fc.oneof(
    fc.constantFrom(
      "/",
      "\\",
      "//",
      "..",
      ".",
      "%2f",
      "%5c",
      "%2e",
      "_",
      "sharing",
      "login",
      "@",
      ":",
      "?",
      "#",
    ),
    fc.constantFrom(
      "https:",
      "evil.example",
      "\t",
      "\n",
      "\r",
      "\0",
      " ",
      "%00",
      "%0d%0a",
      "\u2028",
      "。",
      "/",
    ),
    fc.string({ unit: "binary", maxLength: 5 }),
  );
  const hostile = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join("")}`);

  it("never lead to another host, to a share, or into another header", () => {
    fc.assert(
      fc.property(hostile, (next) => {
        const path = returnPath(next);
        if (path === null) return;
        expect(path).toMatch(/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/);
        const read = new URL(path, "https://docs.example.org/_/sharing/lcl_x");
        expect(read.origin).toBe("https://docs.example.org");
        expect(decodeURIComponent(read.pathname)).not.toMatch(/^\/+_\/+(sharing|login|logout)(\/|$)/);
      }),
      { numRuns: 5000 },
    );
  });

  it("are taken as they are once they have been", () => {
    fc.assert(
      fc.property(hostile, (next) => {
        const path = returnPath(next);
        if (path !== null && path.length <= 2048) expect(returnPath(path)).toBe(path);
      }),
    );
  });
});
