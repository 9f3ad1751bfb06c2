import { expect, test } from "vitest";
import { formatLogAddress, parseLogAddress } from "./log-address.ts";

test.each([
  ["#3--10", { command: 3, from: 10, to: 10 }],
  ["#3--10-20", { command: 3, from: 10, to: 20 }],
  ["#3--20-10", { command: 3, from: 10, to: 20 }],
  ["#3-L10", { command: 3, from: 10, to: 10 }],
  ["#3-L10-L20", { command: 3, from: 10, to: 20 }],
  ["#main", null],
  ["#3--", null],
  ["", null],
])("%j names %j", (hash, address) => {
  expect(parseLogAddress(hash)).toEqual(address);
});

test("an address is written as it is read", () => {
  expect(formatLogAddress({ command: 3, from: 10, to: 10 })).toBe("#3--10");
  expect(formatLogAddress({ command: 3, from: 10, to: 20 })).toBe("#3--10-20");
});
