import { expect, test } from "vitest";
import { securityWords } from "./security-words.ts";

test.each([
  ["session.start", "Logged in"],
  ["account.recovery-codes.use", "Recovery code used"],
  ["account.preferences.update", "preferences update"],
])("%s is called %s", (action, words) => {
  expect(securityWords(action)).toBe(words);
});
