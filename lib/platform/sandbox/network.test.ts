import { describe, expect, test } from "vitest";
import { isInternalHost, isPublicAddress, packetFilter } from "#lib/platform/sandbox/network.ts";

const refused = [
  "0.0.0.0",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.0.3",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:8.8.8.8",
  "::127.0.0.1",
  "64:ff9b::a00:1",
  "64:ff9b:1::1",
  "2001::1",
  "2002:7f00:1::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fec0::1",
  "ff02::1",
  "not an address",
  "",
];
const allowed = [
  "1.1.1.1",
  "9.255.255.255",
  "11.0.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.255.255",
  "172.32.0.1",
  "192.167.255.255",
  "192.169.0.1",
  "198.17.255.255",
  "198.20.0.1",
  "203.0.113.80",
  "223.255.255.255",
  "2606:4700::1111",
  "2a00:1450::1",
];

describe("addresses", () => {
  test.each(refused)("%s is refused", (address) => expect(isPublicAddress(address)).toBe(false));
  test.each(allowed)("%s is public", (address) => expect(isPublicAddress(address)).toBe(true));
});

describe("hosts the operator allows", () => {
  const internal = ["git.corp.example", "10.1.2.3", "192.168.5.0/24", "fd00::/8"];
  test.each([
    ["git.corp.example", "10.9.9.9", true],
    ["GIT.corp.example.", "10.9.9.9", true],
    ["evil.git.corp.example", "10.9.9.9", false],
    ["10.1.2.3", "10.1.2.3", true],
    ["other.example", "10.1.2.3", true],
    ["other.example", "10.1.2.4", false],
    ["other.example", "192.168.5.77", true],
    ["other.example", "192.168.6.77", false],
    ["other.example", "fd00::5", true],
  ])("%s at %s: %s", (host, address, expected) =>
    expect(isInternalHost(internal, host, address)).toBe(expected),
  );
});

test("the packet filter lets the resolver and allowed hosts through before it refuses the rest", async () => {
  const rules = await packetFilter(["10.1.2.3", "fd00::/8", "192.168.5.0/24"]);
  const order = ["169.254.1.1", "10.1.2.3, 192.168.5.0/24", "fd00::/8", "10.0.0.0/8", "fc00::/7"].map(
    (part) => rules.indexOf(part),
  );
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order).not.toContain(-1);
});
