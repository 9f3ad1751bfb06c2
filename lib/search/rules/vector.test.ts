import { expect, test } from "vitest";
import { formatVector } from "#lib/search/rules/vector.ts";

test("words come with their places, and texts lie apart", () => {
  expect(
    formatVector(7, [
      ["around", "Kettle"],
      ["sectionTitle", "Hot Steam"],
      ["content", "steam, don't"],
    ]),
  ).toBe("'#7' 'kettle':1C 'hot':11A 'steam':12A,22D 'don':23D 't':24D");
});

test("one word a thousand times, and more words than there are places", () => {
  expect(formatVector(7, [["content", "x ".repeat(1000)]]).split(",")).toHaveLength(255);
  const many = formatVector(7, [
    ["content", Array.from({ length: 20_000 }, (_, index) => `w${index}`).join(" ")],
  ]);
  expect(many).toContain("'w16381':16382D");
  expect(many).toContain("'w19999':16383D");
});

test("stays below what PostgreSQL takes", () => {
  const words = Array.from({ length: 60_000 }, (_, index) => `word${index}`).join(" ");
  expect(formatVector(7, [["content", words]]).length).toBeLessThan(1024 * 1024);
});
