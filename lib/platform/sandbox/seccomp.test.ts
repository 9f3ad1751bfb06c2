import { expect, test } from "vitest";
import { systemCallFilter } from "#lib/platform/sandbox/seccomp.ts";

const allow = 0x7fff0000;
const refuse = 0x0005_0001;

/** Runs the filter as the kernel does, over one system call. */
function decide(filter: Buffer, call: { audit: number; number: number; second?: number }): number {
  const data = new Map([
    [0, call.number],
    [4, call.audit],
    [24, call.second ?? 0],
  ]);
  let word = 0;
  for (let at = 0; ; at += 1) {
    const code = filter.readUInt16LE(at * 8);
    const [yes, no] = [filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3)];
    const value = filter.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return value;
    if (code === 0x20) word = data.get(value) ?? 0;
    else at += (code === 0x15 ? word === value : word >= value) ? yes : no;
  }
}

const x64 = 0xc000003e;
const arm64 = 0xc00000b7;
test.each([
  ["x64", "read", { audit: x64, number: 0 }, allow],
  ["x64", "clone3", { audit: x64, number: 435 }, allow],
  ["x64", "an ordinary ioctl", { audit: x64, number: 16, second: 0x5401 }, allow],
  ["x64", "typing into a terminal", { audit: x64, number: 16, second: 0x5412 }, refuse],
  ["x64", "keyctl", { audit: x64, number: 250 }, refuse],
  ["x64", "io_uring_setup", { audit: x64, number: 425 }, refuse],
  ["x64", "mount", { audit: x64, number: 165 }, refuse],
  ["x64", "the same in another calling convention", { audit: x64, number: 0x40000000 + 165 }, refuse],
  ["x64", "calls of 32-bit programs", { audit: 0x40000003, number: 4 }, refuse],
  ["arm64", "read", { audit: arm64, number: 63 }, allow],
  ["arm64", "keyctl", { audit: arm64, number: 219 }, refuse],
  ["arm64", "typing into a terminal", { audit: arm64, number: 29, second: 0x5412 }, refuse],
])("%s: %s", (architecture, _, call, expected) => {
  const filter = systemCallFilter(architecture);
  expect(filter && decide(filter, call)).toBe(expected);
});

test("machines it knows nothing of get none", () => expect(systemCallFilter("riscv64")).toBeNull());
