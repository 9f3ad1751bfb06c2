import { expect, test } from "vitest";
import { bytesText } from "./bytes-text.ts";

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1000, "1 kB"],
  [4096, "4.1 kB"],
  [12_345, "12.3 kB"],
  [999_499, "999 kB"],
  [999_500, "1 MB"],
  [5_300_000_000, "5.3 GB"],
  [9_000_000_000_000_000, "9000 TB"],
])("%d is %s", (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});
