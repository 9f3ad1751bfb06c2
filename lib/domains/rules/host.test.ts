import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanHost, hostProblem } from "#lib/domains/rules/host.ts";

const platform = {
  docsDomain: "docs.lectern.dev:3000",
  previewDomain: "previews.lectern.net",
  dashboard: "app.lectern.dev",
};
const noDomain = "Enter a domain such as docs.example.com: no IP address, no port, no underscore.";
const ours = "This domain belongs to the platform. Enter one of your own.";

describe("[serving M1] what is entered becomes a host", () => {
  test.each([
    ["docs.example.com", "docs.example.com"],
    ["  Docs.Example.COM  ", "docs.example.com"],
    ["https://docs.example.com", "docs.example.com"],
    ["HTTP://docs.example.com/", "docs.example.com"],
    ["https://docs.example.com/en/latest/?a=b#c", "docs.example.com"],
    ["docs.example.com/en/", "docs.example.com"],
    ["docs.example.com.", "docs.example.com"],
    ["docs.example.com?x", "docs.example.com"],
    ["docs.example.com\\en", "docs.example.com"],
    ["dokumentation.müller.example", "dokumentation.xn--mller-kva.example"],
    ["https://例え.jp/", "xn--r8jz45g.jp"],
    ["user@docs.example.com", "user@docs.example.com"],
    ["docs.example.com:8080", "docs.example.com:8080"],
    ["%61.example.com", "%61.example.com"],
    ["0x7f.1", "0x7f.1"],
  ])("%j → %s", (entered, host) => expect(cleanHost(entered)).toBe(host));
});

describe("[serving M1] what is no domain, an address, or the platform's own is refused", () => {
  test.each([
    ["docs.example.com", null],
    ["example.com", null],
    ["a.b.c.d.example.museum", null],
    ["xn--r8jz45g.jp", null],
    ["docs.xn--vermgensberatung-pwb", null],
    ["app.lectern.dev.example.com", null],
    ["example", noDomain],
    ["", noDomain],
    ["192.0.2.1", noDomain],
    ["127.1", noDomain],
    ["0x7f.1", noDomain],
    ["[2001:db8::1]", noDomain],
    ["docs_new.example.com", noDomain],
    ["-docs.example.com", noDomain],
    ["docs-.example.com", noDomain],
    ["docs..example.com", noDomain],
    ["docs.example.c", noDomain],
    ["docs.example.c0m", noDomain],
    ["docs.example.abcdefghijklmnopqrstu", noDomain],
    ["user@docs.example.com", noDomain],
    ["docs.example.com:8080", noDomain],
    ["%61.example.com", noDomain],
    ["*.example.com", noDomain],
    ["docs.example.com docs.example.org", noDomain],
    [`${"a".repeat(64)}.example.com`, noDomain],
    [`${"a.".repeat(125)}com`, null],
    [`${"a.".repeat(126)}com`, noDomain],
    ["docs.lectern.dev", ours],
    ["acme.docs.lectern.dev", ours],
    ["a.b.docs.lectern.dev", ours],
    ["docs.lectern.dev.evil.com", ours],
    ["acme--1.previews.lectern.net", ours],
    ["app.lectern.dev", ours],
    ["x.app.lectern.dev", ours],
  ])("%s: %s", (host, problem) => expect(hostProblem(host, platform)).toBe(problem));

  test("whatever is entered, what passes is a lower-case name of letters, digits, dashes and dots", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.webUrl(), fc.domain()), (entered) => {
        const host = cleanHost(entered);
        if (hostProblem(host, platform) === null) expect(host).toMatch(/^[a-z0-9.-]{4,253}$/);
      }),
      { numRuns: 2_000 },
    );
  });
});
