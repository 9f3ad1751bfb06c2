import { describe, expect, test } from "vitest";
import {
  emailKey,
  emailRule,
  passwordProblem,
  passwordRule,
  usernameKey,
  usernameRule,
} from "#lib/accounts/rules.ts";

describe("usernames", () => {
  test.each(["a", "Ada", "ada.l", "a_b", "a+b", "a-b", "007"])("%s is one", (name) =>
    expect(usernameRule(name)).toBeNull(),
  );
  test.each(["", "a b", "a@b", "ä", "a/b", "a\n", "аda"])("%j is none", (name) =>
    expect(usernameRule(name)).not.toBeNull(),
  );
  test("differ by more than case", () => expect(usernameKey(" Ada ")).toBe("ada"));
});

describe("e-mail addresses", () => {
  test.each(["a@b", "a.b+c@example.com", "ä@example.com"])("%s is one", (address) =>
    expect(emailRule(address)).toBeNull(),
  );
  test.each(["", "a", "@b", "a@", "a@b@c", "a b@c", "a@b\nBcc: x", "<a@b>", "a@b,c@d", '"a"@b', "a;b@c"])(
    "%j is none",
    (address) => expect(emailRule(address)).not.toBeNull(),
  );
  test("differ by more than case", () => expect(emailKey(" A@Example.COM ")).toBe("a@example.com"));
});

describe("passwords", () => {
  test.each([
    ["1234567", false],
    ["12345678", true],
    ["😀😀😀😀😀😀😀", false],
    ["        ", true],
  ])("%j is long enough: %s", (password, fine) => expect(passwordRule(password) === null).toBe(fine));
  test("are not the person's name", () => {
    expect(passwordProblem("Longname", "longNAME")).not.toBeNull();
    expect(passwordProblem("longname!", "longname")).toBeNull();
  });
});
