import { describe, expect, it } from "vitest";
import { acceptedEncodings, parseRange } from "#serve/negotiate.ts";
import { html, renderPage } from "#serve/pages/page.ts";
import * as pages from "#serve/pages/pages.ts";
import { parseTarget, readBody } from "#serve/request.ts";

describe("request targets (serving.md 5, 23)", () => {
  it.each<[string, [string, string] | null]>([
    ["/", ["/", ""]],
    ["/a/b?x=1", ["/a/b", "?x=1"]],
    ["/a?", ["/a", "?"]],
    ["/a?b?c", ["/a", "?b?c"]],
    ["/a%20b", ["/a b", ""]],
    ["/a?b=%zz", ["/a", "?b=%zz"]],
    ["/a?foo=bar//baz", ["/a", "?foo=bar//baz"]],
    ["/%252e%252e/x", ["/%2e%2e/x", ""]],
    ["/...", ["/...", ""]],
    ["/a..b/", ["/a..b/", ""]],
    ["http://host.example/a?b", ["/a", "?b"]],
    ["http://host.example", ["/", ""]],
    ["/%zz", null],
    ["/%ff", null],
    ["/a%00b", null],
    ["/..", null],
    ["/a/../b", null],
    ["/a/%2e%2e/b", null],
    ["/a/.%2E", null],
    ["/a\\..\\b", null],
    ["/a/..%5cb", null],
    ["/%2e%2e%2fetc", null],
    ["*", null],
    ["a", null],
    ["/a#b", null],
    ["ftp://host/a", null],
    ["/a?\x7f", null],
    ["/a?\f", null],
    ["/a\tb", null],
  ])("%j", (target, expected) => {
    const parsed = parseTarget(target);
    expect(parsed && [parsed.path, parsed.query]).toEqual(expected);
  });
});

describe("encodings a reader accepts (RFC 9110 12.5.3)", () => {
  it.each<[string | undefined, string]>([
    [undefined, "identity"],
    ["", "identity"],
    ["gzip, deflate, br, zstd", "br gzip identity"],
    ["gzip", "gzip identity"],
    ["br;q=0.5, gzip", "gzip br identity"],
    ["br; q=0.5 , gzip; q=0.50", "br gzip identity"],
    ["identity, gzip", "gzip identity"],
    ["identity;q=1, br;q=0.4", "identity br"],
    ["br;q=0", "identity"],
    ["*", "br gzip identity"],
    ["*;q=0", "identity"],
    ["gzip, *;q=0", "gzip identity"],
    ["*;q=0.1, gzip;q=0", "br identity"],
    ["GZIP", "gzip identity"],
    ["x-gzip", "identity"],
    ["gzip;q=2", "identity"],
    ["gzip;level=1", "identity"],
  ])("%j → %s", (header, expected) => {
    expect(acceptedEncodings(header).join(" ")).toBe(expected);
  });
});

describe("ranges of a file of 100 bytes (RFC 9110 14)", () => {
  it.each<[string, string]>([
    ["bytes=0-0", "0-0"],
    ["bytes=0-", "0-99"],
    ["bytes=10-19", "10-19"],
    ["bytes=90-200", "90-99"],
    ["bytes=-10", "90-99"],
    ["bytes=-500", "0-99"],
    [" bytes=1-2 ", "1-2"],
    ["bytes=100-", "unsatisfiable"],
    ["bytes=999-1000", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=5-4", "ignored"],
    ["bytes=-", "ignored"],
    ["bytes=a-b", "ignored"],
    ["bytes=0-1,2-3", "ignored"],
    ["bytes=1-2-3", "ignored"],
    ["items=0-1", "ignored"],
    ["bytes=99999999999999999999-", "ignored"],
    ["", "ignored"],
  ])("%j → %s", (header, expected) => {
    const range = parseRange(header, 100);
    expect(
      range === null ? "ignored" : typeof range === "string" ? range : `${range.start}-${range.end}`,
    ).toBe(expected);
  });

  it("an empty file has no satisfiable range", () => {
    expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable");
    expect(parseRange("bytes=-5", 0)).toBe("unsatisfiable");
  });
});

describe("pages for people", () => {
  const hostile = `"><script>alert('x')</script>&`;
  it.each([
    ["not found", pages.notFoundHtml(hostile, "page", [{ address: `/${hostile}`, label: hostile }])],
    ["unknown host", pages.unknownHostHtml(hostile)],
    ["bad request", pages.badRequestHtml()],
    ["unavailable", pages.unavailableHtml()],
  ])("%s: no script, nothing unescaped, at most 5 kB", (_, text) => {
    expect(text).not.toContain("<script");
    expect(text).not.toContain(hostile);
    expect(Buffer.byteLength(text)).toBeLessThan(5000);
    expect(text).toMatch(/^<!doctype html><html lang="en">.*<title>[^<]+<\/title>.*<h1>[^<]+<\/h1>/s);
  });

  it.each([
    ["bad request", pages.badRequestHtml(), '<a href="/">'],
    ["unavailable", pages.unavailableHtml(), 'href="">Try again<'],
  ])("%s: offers a way on", (_, text, way) => {
    expect(text).toContain(way);
  });

  it("templates escape texts and keep markup", () => {
    expect(html`<b>${"<i>"}</b>${[html`<u>1</u>`, html`<u>2</u>`]}`.markup).toBe(
      "<b>&lt;i&gt;</b><u>1</u><u>2</u>",
    );
    expect(renderPage({ title: "A & B", card: html`<p>x</p>` })).toContain("<title>A &amp; B</title>");
  });
});

describe("forms sent to docs hosts", () => {
  async function* chunks(...sizes: number[]) {
    for (const size of sizes) {
      if (size < 0) throw new Error("The client has gone.");
      yield Buffer.alloc(size, "a");
    }
  }
  it.each([
    ["nothing", [], 0],
    ["as much as is taken", [8000, 192], 8192],
    ["a byte more", [8000, 193], null],
    ["what breaks off", [10, -1], null],
  ])("%s", async (_, sizes, length) => {
    expect((await readBody(chunks(...sizes)))?.length ?? null).toBe(length);
  });

  it("are read no further than they have to be", async () => {
    let given = 0;
    async function* endless() {
      for (;;) yield Buffer.alloc(1000, String((given += 1) % 10));
    }
    expect(await readBody(endless())).toBeNull();
    expect(given).toBe(9);
  });

  it("are text, wherever they are split", async () => {
    const bytes = Buffer.from("name=文");
    async function* split() {
      for (const byte of bytes) yield Buffer.of(byte);
    }
    expect(await readBody(split())).toBe("name=文");
  });
});
