import { describe, expect, test } from "vitest";
import type { Actor } from "#lib/access/schema.ts";
import { abilitiesOn } from "#lib/organizations/policy.ts";
import { organizationSlugRule, removeOwnerProblem, slugOf } from "#lib/organizations/rules.ts";

test.each([
  ["Acme", "acme"],
  ["  Acme & Söhne GmbH ", "acme-sohne-gmbh"],
  ["A__b--C", "a-b-c"],
  ["日本", ""],
  ["--", ""],
  [`${"a".repeat(62)} bc`, "a".repeat(62)],
])("the slug of %j is %j", (name, slug) => expect(slugOf(name)).toBe(slug));

test.each(["a", "acme", "a-b", "0", "a".repeat(63)])("%s can be a slug", (slug) =>
  expect(organizationSlugRule(slug)).toBeNull(),
);
test.each(["", "A", "a_b", "-a", "a-", "a.b", "a b", "ä", "new", "api", "static"])("%s can not", (slug) =>
  expect(organizationSlugRule(slug)).not.toBeNull(),
);

test("the last owner stays", () => {
  expect(removeOwnerProblem(2)).toBeNull();
  expect(removeOwnerProblem(1)).toMatch(/at least one owner/);
});

describe("who may do what with an organization", () => {
  const person = { userId: 1, username: "ada", superuser: false, address: "", client: "" };
  const user: Actor = { kind: "user", ...person, sessionId: "s", authenticatedAt: new Date() };
  const token = { kind: "token", ...person, tokenId: 1, scope: "write", projectIds: null } as const;
  const actors: Record<string, Actor> = {
    visitor: { kind: "visitor", address: "", client: "" },
    user,
    token,
    "confined token": { ...token, projectIds: [1] },
    superuser: { ...user, superuser: true },
    "confined superuser": { ...token, superuser: true, projectIds: [] },
    system: { kind: "system", job: "operator" },
  };
  const all = { view: true, admin: true };
  const view = { view: true, admin: false };
  const nothing = { view: false, admin: false };

  test.each([
    // actor, stranger to it, member, owner
    ["visitor", nothing, nothing, nothing],
    ["user", nothing, view, all],
    ["token", nothing, view, all],
    ["confined token", nothing, nothing, nothing],
    ["superuser", all, all, all],
    ["confined superuser", nothing, nothing, nothing],
    ["system", all, all, all],
  ])("%s", (name, stranger, member, owner) => {
    const actor = actors[name]!;
    expect(abilitiesOn(actor, { ownedByCaller: false, joinedByCaller: false })).toEqual(stranger);
    expect(abilitiesOn(actor, { ownedByCaller: false, joinedByCaller: true })).toEqual(member);
    expect(abilitiesOn(actor, { ownedByCaller: true, joinedByCaller: false })).toEqual(owner);
  });
});
