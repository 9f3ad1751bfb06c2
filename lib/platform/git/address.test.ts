import { describe, expect, test } from "vitest";
import { parseAddress, resolveAddress } from "#lib/platform/git/address.ts";

describe("the forms of a repository's address", () => {
  test.each([
    ["https://example.com/x.git", { kind: "web", port: 443 }],
    ["http://example.com:8080/x.git", { kind: "web", port: 8080 }],
    ["git://example.com/x.git", { kind: "web", port: 9418 }],
    ["lp:~someone/project", { kind: "web", port: 443 }],
    ["/srv/git/x", { kind: "folder", path: "/srv/git/x" }],
    ["file:///srv/my%20git/x", { kind: "folder", path: "/srv/my git/x" }],
    ["ssh://git@example.com/x.git", { kind: "ssh", host: "example.com", port: 22 }],
    ["ssh+git://git@Example.com:2222/x.git", { kind: "ssh", host: "example.com", port: 2222 }],
    ["ssh://git@[2001:db8::1]:2222/x", { kind: "ssh", host: "2001:db8::1", port: 2222 }],
    ["git@example.com:some/x.git", { kind: "ssh", host: "example.com", port: 22 }],
  ])("%s", (address, expected) => {
    expect(parseAddress(address)).toMatchObject(expected);
  });

  test.each([
    "",
    "x",
    "-uexploit",
    "--upload-pack=touch /tmp/x",
    "ext::sh -c id",
    "fd::3",
    "git@-oProxyCommand=id:x",
    "-oProxyCommand=id@host:x",
    "ssh://-oProxyCommand=id/x",
    "ssh://-l@host/x",
    "ssh://git@ho%2Ast/x",
    "git@*:x",
    "git@host\nProxyCommand id:x",
    "ftp://example.com/x.git",
    "svn+ssh://example.com/x",
    "file://example.com/x",
    "javascript:alert(1)",
    "https://",
  ])("%j is none", (address) => {
    expect(parseAddress(address)).toBeNull();
  });
});

describe("the address of a submodule counts from its parent's", () => {
  test.each([
    ["https://example.com/a/b.git", "https://other.example/c", "https://other.example/c"],
    ["https://example.com/a/b.git", "../c.git", "https://example.com/a/c.git"],
    ["https://example.com/a/b.git/", "../c.git", "https://example.com/a/c.git"],
    ["https://example.com/a/b.git", "../../d/c.git", "https://example.com/d/c.git"],
    ["https://example.com/a/b.git", "./c.git", "https://example.com/a/b.git/c.git"],
    ["ssh://git@example.com:2222/a/b.git", "../c.git", "ssh://git@example.com:2222/a/c.git"],
    ["git@example.com:a/b.git", "../c.git", "git@example.com:a/c.git"],
    ["git@example.com:b.git", "../c.git", "git@example.com:c.git"],
    ["/srv/git/b", "../c", "/srv/git/c"],
    ["https://example.com/a/b.git", "../../../other.example/c", null],
    ["https://example.com/a/b.git", "../../", null],
    ["git@example.com:b.git", "../../c.git", null],
    ["https://example.com/a/b.git", "..", "https://example.com/a"],
  ])("%s and %s → %s", (parent, given, expected) => {
    expect(resolveAddress(parent, given)).toBe(expected);
  });
});
