import { describe, expect, test } from "vitest";
import { z } from "zod";
import { choice, flag, integer, text, texts, url } from "#lib/platform/wire/coerce.ts";

/** The value read, or the messages of the refusal (spec/api-v3.md 1.7). */
function read(field: z.ZodType, value: unknown): unknown {
  const parsed = field.safeParse(value);
  return parsed.success ? parsed.data : parsed.error.issues.map((issue) => issue.message);
}

describe("text", () => {
  test.each([
    ["a", "a"],
    ["  a b\n", "a b"],
    [5, "5"],
    [1.5, "1.5"],
    [true, ["Not a valid string."]],
    [[], ["Not a valid string."]],
    [{}, ["Not a valid string."]],
    [null, ["This field may not be null."]],
    [undefined, ["This field is required."]],
    ["", ["This field may not be blank."]],
    ["  ", ["This field may not be blank."]],
    ["a\0b", ["Null characters are not allowed."]],
    ["a\ud800", ["Surrogate characters are not allowed: U+D800."]],
    ["😀", "😀"],
  ])("%j is read as %j", (value, expected) => expect(read(text(), value)).toEqual(expected));

  test("length is counted in characters and reported with the other findings", () => {
    expect(read(text({ max: 2 }), "😀😀")).toBe("😀😀");
    expect(read(text({ max: 2 }), "abc")).toEqual(["Ensure this field has no more than 2 characters."]);
    expect(read(text({ max: 2 }), " ab ")).toBe("ab");
    expect(read(text({ max: 2 }), "a\0b")).toEqual([
      "Ensure this field has no more than 2 characters.",
      "Null characters are not allowed.",
    ]);
  });

  test("blank, null and absent are accepted where the field says so", () => {
    expect(read(text({ blank: true }), "  ")).toBe("");
    expect(read(text().nullable(), null)).toBeNull();
    expect(read(text().optional(), undefined)).toBeUndefined();
    expect(read(text().default("x"), undefined)).toBe("x");
    expect(read(text().optional(), null)).toEqual(["This field may not be null."]);
  });
});

describe("url", () => {
  test.each(["http://a.b", "https://a.b/c?d#e", "ftp://a.b/", "http://localhost:3000"])(
    "%s is one",
    (value) => expect(read(url(), value)).toBe(value),
  );
  test.each(["x", "//a.b", "javascript:alert(1)", "http://", "http://a b", "mailto:a@b.c", "https:a.b"])(
    "%s is none",
    (value) => expect(read(url(), value)).toEqual(["Enter a valid URL."]),
  );
});

describe("integer", () => {
  test.each([
    [3, 3],
    ["3", 3],
    [" 3 ", 3],
    ["1.0", 1],
    [1.0, 1],
    ["-2", -2],
    [1.5, ["A valid integer is required."]],
    ["1.5", ["A valid integer is required."]],
    ["", ["A valid integer is required."]],
    ["x", ["A valid integer is required."]],
    [true, ["A valid integer is required."]],
    [[], ["A valid integer is required."]],
    [1e300, ["A valid integer is required."]],
    ["9".repeat(1001), ["String value too large."]],
    [2 ** 31, ["Ensure this value is less than or equal to 2147483647."]],
    [null, ["This field may not be null."]],
  ])("%j is read as %j", (value, expected) => expect(read(integer(), value)).toEqual(expected));

  test("the bounds are told", () => {
    expect(read(integer({ min: 0 }), -1)).toEqual(["Ensure this value is greater than or equal to 0."]);
    expect(read(integer({ max: 5 }), 6)).toEqual(["Ensure this value is less than or equal to 5."]);
  });
});

describe("flag", () => {
  test.each([true, 1, "1", "true", "TRUE", "t", "y", "Yes", "on"])("%j is true", (value) =>
    expect(read(flag(), value)).toBe(true),
  );
  test.each([false, 0, "0", "false", "F", "n", "NO", "off"])("%j is false", (value) =>
    expect(read(flag(), value)).toBe(false),
  );
  test.each(["", "maybe", 2, [], {}])("%j is neither", (value) =>
    expect(read(flag(), value)).toEqual(["Must be a valid boolean."]),
  );
  test("null is refused", () => expect(read(flag(), null)).toEqual(["This field may not be null."]));
});

describe("choice", () => {
  test("values are compared by their written form", () => {
    expect(read(choice([301, 302]), "301")).toBe(301);
    expect(read(choice(["a", "b"]), "a")).toBe("a");
  });
  test.each([
    ["A", ['"A" is not a valid choice.']],
    ["", ['"" is not a valid choice.']],
    [["a"], ['"["a"]" is not a valid choice.']],
    [null, ["This field may not be null."]],
  ])("%j is refused", (value, expected) => expect(read(choice(["a", "b"]), value)).toEqual(expected));
  test("a value may have a message of its own", () => {
    const field = choice(["a"], { refusals: { old: "Use a." } });
    expect(read(field, "old")).toEqual(["Use a."]);
    expect(read(field, "constructor")).toEqual(['"constructor" is not a valid choice.']);
  });
});

test("rules are not asked about texts that are far too long", () => {
  const slow = (value: string) => (/^(x+x+)+y$/.test(value) ? null : "No.");
  expect(read(text({ max: 4, rules: [slow] }), "x".repeat(100_000))).toEqual([
    "Ensure this field has no more than 4 characters.",
  ]);
});

describe("texts", () => {
  test.each([
    [
      ["a", " b ", 1],
      ["a", "b", "1"],
    ],
    [[], []],
    ["a", ['Expected a list of items but got type "str".']],
    [{}, ['Expected a list of items but got type "dict".']],
    [
      [true, null],
      ["Not a valid string.", "This field may not be null."],
    ],
    [["a", "b", "c", "d"], ["Ensure this field has no more than 3 elements."]],
  ])("%j is read as %j", (value, expected) => expect(read(texts({ most: 3 }), value)).toEqual(expected));
});

test("the JSON Schema tells what is accepted and what must be there", () => {
  const schema = z.object({
    name: text({ max: 3 }),
    on: flag().optional(),
    kind: choice(["a"]).default("a"),
  });
  expect(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })).toMatchObject({
    properties: {
      name: { type: "string", minLength: 1, maxLength: 3 },
      on: { type: "boolean" },
      kind: { enum: ["a"] },
    },
    required: ["name"],
  });
});
