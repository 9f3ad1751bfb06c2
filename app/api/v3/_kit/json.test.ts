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

test("indented on demand, numbers among the keys too", () => {
  expect(serialise({ b: [], "9": [1, {}], "10": {} }, { indent: 2, sorted: true })).toBe(
    '{\n  "10": {},\n  "9": [\n    1,\n    {}\n  ],\n  "b": []\n}',
  );
  expect(serialise({ b: 1, a: 2 }, { indent: 2, sorted: true })).toBe('{\n  "a": 2,\n  "b": 1\n}');
});

test("keys that are numbers are sorted like the others", () => {
  const value = { latest: 1, "9": 2, "10": 3, Upper: 4 };
  expect(serialise(value, { indent: 0, sorted: true })).toBe('{"10":3,"9":2,"Upper":4,"latest":1}');
});

test.each([
  [
    "what is in order already",
    '{"a":{"b":1,"c":[{"x":1,"y":2}]},"d":null}',
    '{"a":{"b":1,"c":[{"x":1,"y":2}]},"d":null}',
  ],
  [
    "what is out of order inside what is in order",
    '{"a":{"c":1,"b":2},"d":[1,{"z":1,"y":2}]}',
    '{"a":{"b":2,"c":1},"d":[1,{"y":2,"z":1}]}',
  ],
  [
    "a key that objects inherit by",
    '{"b":{"__proto__":{"x":1},"a":1},"a":2}',
    '{"a":2,"b":{"__proto__":{"x":1},"a":1}}',
  ],
  ["the same among others in order", '{"__proto__":{"b":1,"a":2}}', '{"__proto__":{"a":2,"b":1}}'],
  [
    "numbers further inside",
    '{"b":{"2":[{"b":1,"a":2}],"10":1},"a":1}',
    '{"a":1,"b":{"10":1,"2":[{"a":2,"b":1}]}}',
  ],
  ["lists of lists", '[[{"b":[],"a":{}}],[]]', '[[{"a":{},"b":[]}],[]]'],
])("keys are sorted, and nothing is changed by it: %s", (_, text, sorted) => {
  const value: unknown = JSON.parse(text);
  expect(serialise(value, { indent: 0, sorted: true })).toBe(sorted);
  expect(JSON.stringify(value)).toBe(text);
});

test("indented like JSON.stringify, what is undefined left out", () => {
  const value = { a: [], b: {}, c: [1, { d: undefined, e: [undefined, null, "\ud800\n"] }], f: undefined };
  for (const indent of [0, 1, 4]) {
    expect(serialise(value, { indent, sorted: true })).toBe(JSON.stringify(value, null, indent));
  }
});
