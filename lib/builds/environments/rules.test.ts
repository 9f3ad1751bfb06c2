import { expect, test } from "vitest";
import { shownVariables } from "./rules.ts";

const own = [
  { name: "TOKEN", value: "swordfish", public: false },
  { name: "THEME", value: "dark", public: true },
];

test("private values are left out, public ones and Lectern's own are shown, by name", () => {
  const given = { TOKEN: "swordfish", READTHEDOCS: "True", THEME: "dark" };
  expect(shownVariables(given, own)).toEqual([
    { name: "READTHEDOCS", value: "True", predefined: true },
    { name: "THEME", value: "dark", predefined: false },
    { name: "TOKEN", value: null, predefined: false },
  ]);
});

test("a variable that repeats a private value is private too", () => {
  const given = { INDEX_URL: "https://swordfish@pypi.example" };
  expect(shownVariables(given, own)).toEqual([{ name: "INDEX_URL", value: null, predefined: true }]);
});

test("a private variable without a value hides nothing else", () => {
  const given = { THEME: "dark" };
  const empty = { name: "EMPTY", value: "", public: false };
  expect(shownVariables(given, [empty])).toEqual([{ name: "THEME", value: "dark", predefined: true }]);
});
