import { describe, expect, test } from "vitest";
import { Section } from "#lib/builds/config/rules/section.ts";
import { text } from "#lib/builds/config/rules/values.ts";

describe("[builds B4] reading a key uses it up", () => {
  test("all keys of a mapping used: nothing is left of it", () => {
    const root = new Section({ outer: { inner: { a: "x" } } });
    expect(root.section("outer").section("inner").required("a", text)).toBe("x");
    expect(root.unknown()).toEqual([]);
  });

  test("one key used: the one beside it is left", () => {
    const root = new Section({ outer: { a: "x", b: "y" } });
    root.section("outer").required("a", text);
    expect(root.unknown()).toEqual(["outer.b"]);
  });

  test("a missing key gives what was asked for, or an error with its whole name", () => {
    const outer = new Section({ outer: {} }).section("outer");
    expect(outer.optional("a", text, "absent")).toBe("absent");
    expect(() => outer.required("a", text, "Because.")).toThrow(
      expect.objectContaining({
        notice: "config:validation:value-not-found",
        values: { key: "outer.a", message: "Because." },
      }),
    );
  });

  test("nothing is a value, but not a mapping", () => {
    const root = new Section({ a: null });
    expect(() => root.optional("a", text, "absent")).toThrow(
      expect.objectContaining({ notice: "config:validation:invalid-string" }),
    );
    expect(() => root.section("a")).toThrow(
      expect.objectContaining({ notice: "config:validation:invalid-dict" }),
    );
    expect(root.sectionOrNull("a")).toBeNull();
    expect(root.sectionOrNull("b")).toBeNull();
    expect(root.unknown()).toEqual([]);
  });
});

describe("[builds B5] what nobody reads is named by its first key, in the order of the file", () => {
  test.each([
    [{ a: "x" }, []],
    [{ a: "x", future: true }, ["future"]],
    [{ future: { one: { two: 1, three: 1 } }, a: "x" }, ["future.one.two"]],
    [{ future: {} }, ["future"]],
    [{ future: [{ one: 1 }] }, ["future"]],
    [{ list: [{ a: "x" }, { a: "x", b: 1 }] }, ["list.1.b"]],
    [{ z: 1, list: [{ b: 1 }], y: { x: 2 } }, ["z", "list.0.b", "y.x"]],
  ])("%j: %j", (values, unknown) => {
    const root = new Section(values);
    root.optional("a", text, "");
    for (const item of root.sections("list")) item.optional("a", text, "");
    expect(root.unknown()).toEqual(unknown);
  });
});

test("names like those every object has are keys like others", () => {
  const root = new Section({ constructor: "a", toString: "b", ["__proto__"]: "c" });
  expect(root.has("hasOwnProperty")).toBe(false);
  expect(root.optional("valueOf", text, "absent")).toBe("absent");
  expect(root.unknown()).toEqual(["constructor", "toString", "__proto__"]);
});
