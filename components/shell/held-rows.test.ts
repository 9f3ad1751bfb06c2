import { expect, test } from "vitest";
import { holdBack } from "./held-rows.ts";

test.each([
  ["nothing new", [5, 4, 3], [5, 4, 3], [5, 4, 3], 0],
  ["new ones wait, and what they pushed off stays", [7, 6, 5], [5, 4, 3], [5, 4, 3], 2],
  ["a new one pushes nothing off a short list", [6, 5, 4], [5, 4], [5, 4], 1],
  ["a deleted one goes, and an older one moves up", [5, 3, 2], [5, 4, 3], [5, 3, 2], 0],
  ["a deleted one goes while a new one waits", [6, 5, 3], [5, 4, 3], [5, 3], 1],
  ["a list of new ones only", [9, 8, 7], [5, 4, 3], [5, 4, 3], 3],
])("%s", (_, now, before, shown, held) => {
  const seen = { top: Math.max(...before), rows: before };
  expect(holdBack(now, seen, (row) => row)).toEqual({ shown, held });
});
