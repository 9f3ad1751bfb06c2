import { expect, test } from "vitest";
import { nameProblem, valueProblem } from "#lib/projects/environment-variables/rules.ts";

const prefix = (name: string) => `Variable name can't start with ${name}.`;
const characters = "Only letters, numbers and underscores are allowed.";
const spaces = "Variable name can't contain spaces.";

test.each([
  ["TOKEN", null],
  ["token_2", null],
  ["_A", null],
  ["readthedocs", null],
  ["MY_READTHEDOCS", null],
  ["PATHS", null],
  ["LD_PRELOAD", null],
  ["__A", prefix("__ (double underscore)")],
  ["READTHEDOCS", prefix("READTHEDOCS")],
  ["READTHEDOCS_TOKEN", prefix("READTHEDOCS")],
  ["LECTERN_TOOLS", prefix("LECTERN")],
  ["PATH", "PATH is how builds find their tools and can't be replaced. Extend it in your own commands."],
  ["MY TOKEN", spaces],
  ["MY\u00a0TOKEN", spaces],
  ["MY-TOKEN", characters],
  ["A=B", characters],
  ["TÖKEN", characters],
  ["$A", characters],
  ["2FA", "Variable name can't start with a digit."],
])("a variable called %s: %s", (name, expected) => expect(nameProblem(name)).toBe(expected));

test.each([
  ["a".repeat(48_000), null],
  ["é".repeat(24_000), null],
  ["é".repeat(24_001), "Ensure this field has no more than 48000 bytes in UTF-8."],
  // Its length is refused already.
  ["é".repeat(48_001), null],
])("a value's size, case %#", (value, expected) => expect(valueProblem(value)).toBe(expected));
