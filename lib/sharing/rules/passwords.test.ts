import { expect, test } from "vitest";
import { newPassword } from "#lib/sharing/rules/passwords.ts";

test("a password that is made has four words and two digits, and is never the same", () => {
  const passwords = Array.from({ length: 200 }, newPassword);
  for (const password of passwords) expect(password).toMatch(/^(?:[a-z-]{3,10}-){4}\d\d$/);
  expect(new Set(passwords).size).toBe(passwords.length);
});
