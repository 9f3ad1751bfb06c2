import { describe, expect, test } from "vitest";
import { isAllowedHost, type PageAddress, readPageAddress } from "#lib/embed/rules/address.ts";

describe("an address to embed", () => {
  test.each<[address: string, parts: PageAddress | null]>([
    [
      "https://docs.example.org/en/latest/a.html#b",
      { host: "docs.example.org", fragment: "b", page: "https://docs.example.org/en/latest/a.html" },
    ],
    [
      "https://docs.example.org/a?q=1#b",
      { host: "docs.example.org", fragment: "b", page: "https://docs.example.org/a" },
    ],
    [
      "https://docs.example.org",
      { host: "docs.example.org", fragment: "", page: "https://docs.example.org/" },
    ],
    [
      "https://docs.example.org/a#",
      { host: "docs.example.org", fragment: "", page: "https://docs.example.org/a" },
    ],
    [
      "http://DOCS.example.org:8000/a#b#c",
      { host: "docs.example.org:8000", fragment: "b#c", page: "http://docs.example.org:8000/a" },
    ],
    [
      "https://docs.example.org:443/",
      { host: "docs.example.org", fragment: "", page: "https://docs.example.org/" },
    ],
    [
      "https://docs.example.org/%C3%BC.html#%C3%BC",
      { host: "docs.example.org", fragment: "%C3%BC", page: "https://docs.example.org/%C3%BC.html" },
    ],
    [
      "ftp://docs.example.org/a",
      { host: "docs.example.org", fragment: "", page: "ftp://docs.example.org/a" },
    ],
    ["https:///en/latest/a.html", null],
    ["https://", null],
    ["docs.example.org/a.html", null],
    ["/en/latest/a.html", null],
    ["//docs.example.org/a.html", null],
    ["mailto:a@example.org", null],
    ["https://exa mple.org/", null],
    ["https://[1::2/", null],
    ["#a", null],
    ["https://?a", null],
  ])("%s", (address, parts) => expect(readPageAddress(address)).toEqual(parts));
});

describe("hosts whose pages may be fetched", () => {
  test.each<[host: string, allowed: boolean]>([
    ["docs.python.org", true],
    ["docs.scipy.org", true],
    ["docs.sympy.org", true],
    ["numpy.org", true],
    ["www.numpy.org", false],
    ["xnumpy.org", false],
    ["docs.python.org.example.org", false],
    ["docs.python.org.", false],
    ["docs.python.org:8080", false],
    ["docs-python.org", false],
    ["manual.example.org", true],
    ["manual.example.org:8443", false],
    ["localhost:8000", true],
    ["localhost", false],
  ])("%s", (host, allowed) =>
    expect(isAllowedHost(host, ["Manual.example.org", "localhost:8000"])).toBe(allowed),
  );
});
