import { expect, test } from "vitest";
import { inviteesIn } from "#components/organizations/invitees.ts";

test.each([
  ["", []],
  [" \n,; ", []],
  ["ana@example.com", [["ana@example.com", "email"]]],
  [
    "ana@example.com, LI@example.com\nbob;ana@EXAMPLE.com",
    [
      ["ana@example.com", "email"],
      ["LI@example.com", "email"],
      ["bob", "username"],
    ],
  ],
  [
    'Ana Lima <ana@example.com>, "Li, W." <li@example.com>',
    [
      ["ana@example.com", "email"],
      ['"Li', "invalid"],
      ["li@example.com", "email"],
    ],
  ],
  [
    "ana@ nobody@host @",
    [
      ["ana@", "invalid"],
      ["nobody@host", "invalid"],
      ["@", "invalid"],
    ],
  ],
])("%j names %j", (text, expected) => {
  expect(inviteesIn(text).map((one) => [one.text, one.kind])).toEqual(expected);
});
