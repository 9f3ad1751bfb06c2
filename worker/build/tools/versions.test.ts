import { expect, test } from "vitest";
import { listVersions, newestFor, satisfies } from "#worker/build/tools/versions.ts";

test.each([
  ["3", "3.11.2", true],
  ["3.11", "3.11.2", true],
  ["3.1", "3.11.2", false],
  ["3.11.2", "3.11.2", true],
  ["3.11.20", "3.11.2", false],
  ["latest", "1.2.3", true],
  ["20", "20.19.0", true],
  ["2", "20.19.0", false],
  ["1.22", "1.22", true],
  ["3.12", "3.11.2", false],
])("%s asked for, %s there: %s", (wanted, version, expected) => {
  expect(satisfies(wanted, version)).toBe(expected);
});

const here = ["3.9.18", "3.11.2", "3.10.14", "3.11.10"].map((version) => ({ version }));

test.each([
  ["3", "3.11.10"],
  ["latest", "3.11.10"],
  ["3.9", "3.9.18"],
  ["3.10", "3.10.14"],
  ["3.12", null],
  ["2.7", null],
])("the newest for %s is %s", (wanted, expected) => {
  expect(newestFor(wanted, here)?.version ?? null).toBe(expected);
});

test("a sentence names versions newest first, each once, or says that there are none", () => {
  expect(listVersions([...here, { version: "3.11.2" }])).toBe("3.11.10, 3.11.2, 3.10.14, 3.9.18");
  expect(listVersions([])).toBe("none");
});
