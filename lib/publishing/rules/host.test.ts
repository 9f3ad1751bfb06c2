import { describe, expect, it } from "vitest";
import { formatHost, type NamedHost, parseHost } from "#lib/publishing/rules/host.ts";

const hosts = { docsDomain: "docs.test:3000", previewDomain: "previews.test:3000", scheme: "http" } as const;
const publicHost = (slug: string): NamedHost => ({ kind: "public", slug });
const preview = (slug: string, version: string): NamedHost => ({ kind: "preview", slug, version });

describe("hosts (serving.md 2, 24.1)", () => {
  it.each<[string, NamedHost]>([
    ["pip.docs.test:3000", publicHost("pip")],
    ["pip.docs.test", publicHost("pip")],
    ["PIP.Docs.Test:80", publicHost("pip")],
    ["pip.docs.test.", publicHost("pip")],
    ["pip.docs.test.:3000", publicHost("pip")],
    ["pip--10.previews.test", preview("pip", "10")],
    ["test--project--10.previews.test", preview("test--project", "10")],
    ["pip--latest.previews.test", preview("pip", "latest")],
    ["pip-latest.previews.test", { kind: "invalid_preview" }],
    ["--10.previews.test", { kind: "invalid_preview" }],
    ["pip--.previews.test", { kind: "invalid_preview" }],
    ["www.pip.docs.test", { kind: "suspicious" }],
    ["docs.test", { kind: "suspicious" }],
    [".docs.test", { kind: "suspicious" }],
    ["docs.test.evil.com", { kind: "suspicious" }],
    ["pip.docs.test.evil.com", { kind: "suspicious" }],
    ["mydocs.test", { kind: "suspicious" }],
    ["a.b.previews.test", { kind: "suspicious" }],
    ["pip.docs.test/../x", { kind: "suspicious" }],
    ["pip docs.test", { kind: "suspicious" }],
    ["", { kind: "suspicious" }],
    ["docs.example.com", { kind: "other", hostname: "docs.example.com" }],
    ["Docs.Example.com:443", { kind: "other", hostname: "docs.example.com" }],
    ["127.0.0.1:3000", { kind: "other", hostname: "127.0.0.1" }],
    ["[::1]:3000", { kind: "other", hostname: "[::1]" }],
    ["localhost", { kind: "other", hostname: "localhost" }],
  ])("%s", (host, expected) => {
    expect(parseHost(host, hosts)).toEqual(expected);
  });

  it("tells domains apart when one ends with the other (24.1 overlapping suffixes)", () => {
    const nested = { docsDomain: "x.dev", previewDomain: "build.x.dev" };
    expect(parseHost("pip.x.dev", nested)).toEqual(publicHost("pip"));
    expect(parseHost("pip--3.build.x.dev", nested)).toEqual(preview("pip", "3"));
    const reverse = { docsDomain: "docs.x.dev", previewDomain: "x.dev" };
    expect(parseHost("pip.docs.x.dev", reverse)).toEqual(publicHost("pip"));
    expect(parseHost("pip--3.x.dev", reverse)).toEqual(preview("pip", "3"));
  });

  it("takes a docs domain with more labels (24.1)", () => {
    const deep = { docsDomain: "foo.bar.example", previewDomain: "previews.test" };
    expect(parseHost("pip.foo.bar.example", deep)).toEqual(publicHost("pip"));
  });

  it("formats hosts, with dashes for underscores", () => {
    expect(formatHost("my_docs", null, hosts)).toBe("my-docs.docs.test:3000");
    expect(formatHost("docs", "17", hosts)).toBe("docs--17.previews.test:3000");
  });
});
