import { expect, test } from "vitest";
import { actionText, changesOf } from "#components/audit/audit-words.ts";

test.each([
  ["share.revoke", "revoke share"],
  ["team.member.add", "add team member"],
  ["share.first_use", "first use of share"],
  ["build-caches.clear", "clear build caches"],
  ["strange", "strange"],
])("%s is said as “%s”", (action, words) => {
  expect(actionText(action)).toBe(words);
});

test("changes say field by field from what to what", () => {
  expect(
    changesOf({
      access: { from: "admin", to: "readonly" },
      member: { from: null, to: "ana" },
      as_owner: { from: null, to: false },
      repositoryUrl: { from: "a", to: "b" },
      project: { from: "docs", to: null },
      teams: { from: null, to: ["admins", "writers"] },
      password: "changed",
      empty: { from: [], to: "" },
      unset: { from: null, to: [] },
    }),
  ).toEqual([
    { field: "access", from: "admin", to: "readonly" },
    { field: "member", from: null, to: "ana" },
    { field: "as owner", from: null, to: "false" },
    { field: "repository url", from: "a", to: "b" },
    { field: "project", from: "docs", to: "nothing" },
    { field: "teams", from: null, to: "admins, writers" },
    { field: "password", from: null, to: "changed" },
  ]);
  expect(changesOf(null)).toEqual([]);
});
