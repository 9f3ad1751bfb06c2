import { expect, test } from "vitest";
import { serialise } from "#app/api/v3/_kit/json.ts";

test("keys are sorted at every level and nothing is between them", () => {
  const value = { b: 1, a: [{ d: "ü", c: null }], _links: { z: 1, a: 2 } };
  expect(serialise(value, { indent: 0, sorted: true })).toBe(
    '{"_links":{"a":2,"z":1},"a":[{"c":null,"d":"ü"}],"b":1}',
  );
});

test("the order of arrays stays, and of keys where it is asked for", () => {
  expect(serialise([2, 1, { b: 1, a: 2 }], { indent: 0, sorted: false })).toBe('[2,1,{"b":1,"a":2}]');
});

test("indented on demand", () => {
  expect(serialise({ b: 1, a: 2 }, { indent: 2, sorted: true })).toBe('{\n  "a": 2,\n  "b": 1\n}');
});
