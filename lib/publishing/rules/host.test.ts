import { describe, expect, it } from "vitest";
import { formatHost, type NamedHost, parseHost } from "#lib/publishing/rules/host.ts";

const hosts = { docsDomain: "docs.test:3000", previewDomain: "previews.test:3000", scheme: "http" } as const;
const publicHost = (slug: string): NamedHost => ({ kind: "public", slug });
const preview = (slug: string, version: string): NamedHost => ({ kind: "preview", slug, version });

describe("hosts (serving.md 2, 24.1)", () => {
  it.each<[about: string, host: string, named: NamedHost]>([
    ["2", "pip.docs.test:3000", publicHost("pip")],
    ["2", "pip.docs.test", publicHost("pip")],
    ["[serving A1]", "PIP.Docs.Test:80", publicHost("pip")],
    ["2", "pip.docs.test.", publicHost("pip")],
    ["2", "pip.docs.test.:3000", publicHost("pip")],
    ["[serving A5]", "pip--10.previews.test", preview("pip", "10")],
    ["[serving A5]", "test--project--10.previews.test", preview("test--project", "10")],
    ["[serving A7]", "pip--latest.previews.test", preview("pip", "latest")],
    ["[serving A6]", "pip-latest.previews.test", { kind: "invalid_preview" }],
    ["[serving A6]", "--10.previews.test", { kind: "invalid_preview" }],
    ["2", "pip--.previews.test", { kind: "invalid_preview" }],
    ["[serving A3]", "www.pip.docs.test", { kind: "suspicious" }],
    ["2", "docs.test", { kind: "suspicious" }],
    ["2", ".docs.test", { kind: "suspicious" }],
    ["[serving A4]", "docs.test.evil.com", { kind: "suspicious" }],
    ["[serving A4]", "pip.docs.test.evil.com", { kind: "suspicious" }],
    ["[serving A4]", "mydocs.test", { kind: "suspicious" }],
    ["[serving A4]", "a.b.previews.test", { kind: "suspicious" }],
    ["2", "pip.docs.test/../x", { kind: "suspicious" }],
    ["2", "pip docs.test", { kind: "suspicious" }],
    ["2", "", { kind: "suspicious" }],
    ["2", `${"a.".repeat(130)}example`, { kind: "suspicious" }],
    ["2", "docs.example.com", { kind: "other", hostname: "docs.example.com" }],
    ["[serving A1]", "Docs.Example.com:443", { kind: "other", hostname: "docs.example.com" }],
    ["2", "127.0.0.1:3000", { kind: "other", hostname: "127.0.0.1" }],
    ["2", "[::1]:3000", { kind: "other", hostname: "[::1]" }],
    ["2", "localhost", { kind: "other", hostname: "localhost" }],
  ])("%s %s", (_, host, expected) => {
    expect(parseHost(host, hosts)).toEqual(expected);
  });

  it("tells domains apart when one ends with the other [serving A8]", () => {
    const nested = { docsDomain: "x.dev", previewDomain: "build.x.dev" };
    expect(parseHost("pip.x.dev", nested)).toEqual(publicHost("pip"));
    expect(parseHost("pip--3.build.x.dev", nested)).toEqual(preview("pip", "3"));
    const reverse = { docsDomain: "docs.x.dev", previewDomain: "x.dev" };
    expect(parseHost("pip.docs.x.dev", reverse)).toEqual(publicHost("pip"));
    expect(parseHost("pip--3.x.dev", reverse)).toEqual(preview("pip", "3"));
  });

  it("takes a docs domain with more labels [serving A3]", () => {
    const deep = { docsDomain: "foo.bar.example", previewDomain: "previews.test" };
    expect(parseHost("pip.foo.bar.example", deep)).toEqual(publicHost("pip"));
  });

  it("formats hosts, with dashes for underscores", () => {
    expect(formatHost("my_docs", null, hosts)).toBe("my-docs.docs.test:3000");
    expect(formatHost("docs", "17", hosts)).toBe("docs--17.previews.test:3000");
  });
});
