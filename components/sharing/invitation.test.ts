import { expect, test } from "vitest";
import { invitationText, linkTo } from "./invitation.ts";

const about = {
  project: "Acme",
  documentation: "https://acme.docs.example/en/latest/",
  expires: "2026-11-27",
};

test.each([
  [
    { ...about, link: "https://acme.docs.example/_/sharing/lcl_a", password: false },
    "You can read the documentation of Acme here:\nhttps://acme.docs.example/_/sharing/lcl_a\nThis works until 27 Nov 2026 (end of the day, UTC).",
  ],
  [
    { ...about, link: "https://acme.docs.example/_/sharing/lcl_a", password: true },
    "You can read the documentation of Acme here:\nhttps://acme.docs.example/_/sharing/lcl_a\nYou get the password separately.\nThis works until 27 Nov 2026 (end of the day, UTC).",
  ],
  [
    { ...about, link: null, password: false },
    'Your program can read the documentation of Acme at https://acme.docs.example/en/latest/\nIt sends the header "Authorization: Token …". You get the token separately.\nThis works until 27 Nov 2026 (end of the day, UTC).',
  ],
])("an invitation says where, with what and until when: %#", (input, expected) => {
  expect(invitationText(input)).toBe(expected);
});

const link = "https://acme.docs.example/_/sharing/lcl_a?next=%2Fen%2Flatest%2F";
test.each([
  ["/en/latest/a b.html#c", "https://acme.docs.example/_/sharing/lcl_a?next=%2Fen%2Flatest%2Fa+b.html%23c"],
  ["  /x/ ", "https://acme.docs.example/_/sharing/lcl_a?next=%2Fx%2F"],
  ["", link],
  ["x", link],
  ["//evil.example/", link],
  ["/\\evil.example/", link],
])("a link to %j", (path, expected) => {
  expect(linkTo(link, path)).toBe(expected);
});
