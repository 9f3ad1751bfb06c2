import { describe, expect, test } from "vitest";
import { readYaml } from "#lib/builds/config/rules/yaml.ts";

const read = (text: string) => readYaml(text, "docs/.readthedocs.yaml");

describe("[builds A2] what is not one mapping is refused, naming the file", () => {
  test.each([
    ["", "The file is empty."],
    ["# only a comment", "The file is empty."],
    ["null", "The file is empty."],
    ["{}", "The file is empty."],
    ["[1, 2]", "The file must hold a mapping of keys to values at its top level."],
    ["text", "The file must hold a mapping of keys to values at its top level."],
    ["2026-01-01", "The file must hold a mapping of keys to values at its top level."],
    ["version: 2\n---\nversion: 2", "The file holds more than one document."],
    ["a: 1\nb: [", /^Flow sequence .* \(line 2, column 5\)$/],
    ["a: *missing", /^Unresolved alias .*missing/],
    ["a:\n\t- b", "Tabs are not allowed as indentation (line 2, column 1)"],
    ["a: !!python/object:os.system x", /^Unresolved tag: .* \(line 1, column 4\)$/],
    ['a: "b\\0c"', "The file holds characters that cannot be stored."],
    ['a: "b\\ud800c"', "The file holds characters that cannot be stored."],
    ['"a\\0": 1', "The file holds characters that cannot be stored."],
    ["a: &a [*a]", "An alias holds itself."],
  ])("%j: %s", (text, message) => {
    const error_message = message instanceof RegExp ? expect.stringMatching(message) : message;
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        notice: "config:base:invalid-syntax",
        values: { filename: "docs/.readthedocs.yaml", error_message },
      }),
    );
  });
});

test("[builds A3] nothing, empty text and empty lists survive as such", () => {
  expect(read('a: null\nb:\nc: ""\nd: []\ne: {}')).toEqual({ a: null, b: null, c: "", d: [], e: {} });
});

describe("YAML 1.1", () => {
  test.each([
    ["a: 3.10", 3.1],
    ['a: "3.10"', "3.10"],
    ["a: yes", true],
    ["a: off", false],
    ["a: 010", 8],
    ["a: .", "."],
    ["a: ..", ".."],
    ["a: .5", 0.5],
    ["a: 1.", 1],
    ["a: y", "y"],
    ["a: N", "N"],
    ["a: 1e5", "1e5"],
    ["a: 1.5e+3", 1500],
    ["a: 08", "08"],
    ["a: 1_000", 1000],
    ["a: 0x1e5", 485],
    ["a: 1:30", 90],
    ["a: ~", null],
    ["a: 1\na: 2", 2],
    ["%YAML 1.2\n---\na: yes", true],
    ["\ufeffa: on\r\n", true],
    ["x: &x {k: 1}\na: {<<: *x, l: 2}", { k: 1, l: 2 }],
    ["x: &x [b]\na: *x", ["b"]],
  ])("%j", (text, value) => expect(read(text)).toMatchObject({ a: value }));
});

const tooMuch = (error_message: string) =>
  expect.objectContaining({ values: { filename: "docs/.readthedocs.yaml", error_message } });

const doubling = (line: (index: number) => string) =>
  ["a0: &a0 {x: [y]}", ...Array.from({ length: 40 }, (_, index) => line(index))].join("\n");

describe("a file that grows when it is read is refused at once", () => {
  test.each([
    ["lists", doubling((i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`)],
    ["mappings", doubling((i) => `a${i + 1}: &a${i + 1} {x: *a${i}, y: *a${i}}`)],
    ["merged mappings", doubling((i) => `a${i + 1}: &a${i + 1} {<<: [*a${i}, *a${i}]}`)],
    ["one after the other", doubling((i) => `a${i + 1}: &a${i + 1} {<<: *a${i}, x${i}: *a${i}}`)],
    ["keys", doubling((i) => `? &a${i + 1} [*a${i}, *a${i}]\n: x`)],
    ["many of the same", `a: &a x\nb: [${"*a,".repeat(10_000)}]`],
  ])("%s", (_, text) => {
    const start = performance.now();
    expect(() => read(text)).toThrow(tooMuch("Its aliases repeat too much."));
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});

test("a file that is too large or too deep is refused as such", () => {
  expect(() => read(" ".repeat(100_001))).toThrow(tooMuch("The file is larger than 100 kB."));
  expect(() => read("[".repeat(50_000))).toThrow(tooMuch("It is nested too deeply."));
});

describe("the longest file is read, or refused, within seconds, whatever it repeats", () => {
  test.each(["[", "{", "- ", "? ", "&a ", "!a ", "a: b: ", "---\n", "a: 1\n", '"\\x', "'", "#\n"])(
    "%j",
    (piece) => {
      const text = piece.repeat(100_000 / piece.length);
      const start = performance.now();
      try {
        read(text);
      } catch (error) {
        expect(error).toMatchObject({ notice: "config:base:invalid-syntax" });
      }
      expect(performance.now() - start).toBeLessThan(3_000);
    },
  );
});
