import { expect, test } from "vitest";
import { triggerText, waitingText } from "./build-words.ts";

test.each([
  [0, "This build is next: it starts as soon as a worker is free."],
  [1, "1 build is before this one."],
  [12, "12 builds are before this one."],
])("with %d builds before it", (ahead, text) => {
  expect(waitingText({ reason: null, ahead })).toBe(text);
});

test("at the limit of builds at once", () => {
  expect(waitingText({ reason: "concurrency", ahead: 0 })).toMatch(/as soon as one of them has ended/);
});

test("a trigger of a newer release shows itself", () => {
  expect(triggerText({ trigger: "retry" })).toBe("Built again");
  expect(triggerText({ trigger: "telepathy" })).toBe("telepathy");
});
