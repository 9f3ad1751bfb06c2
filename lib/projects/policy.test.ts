import { describe, expect, it } from "vitest";
import type { Actor } from "#lib/access/schema.ts";
import { abilitiesOn, type ProjectAccess } from "#lib/projects/policy.ts";

const caller = { address: "192.0.2.1", client: "test" };
const me = 7;
const user: Actor = {
  ...caller,
  kind: "user",
  userId: me,
  username: "me",
  superuser: false,
  sessionId: "s",
  authenticatedAt: new Date(0),
};
const token = (more: Partial<Extract<Actor, { kind: "token" }>> = {}): Actor => ({
  ...caller,
  kind: "token",
  userId: me,
  username: "me",
  superuser: false,
  tokenId: 1,
  scope: "write",
  projectIds: null,
  ...more,
});
const visitor: Actor = { ...caller, kind: "visitor" };
const system: Actor = { kind: "system", job: "test" };

const project = (more: Partial<ProjectAccess> = {}): ProjectAccess => ({
  id: 1,
  privacyLevel: "private",
  maintainers: [],
  organization: null,
  teams: [],
  ...more,
});
const mine = [{ userId: me }];
const theirs = [{ userId: 8 }];
const team = (access: "admin" | "readonly", members: { userId: number }[]) => [{ team: { access, members } }];

const neither = { view: false, admin: false };
const look = { view: true, admin: false };
const both = { view: true, admin: true };

describe("what a caller may do with a private project", () => {
  it.each<[string, Actor, Partial<ProjectAccess>, { view: boolean; admin: boolean }]>([
    ["a visitor", visitor, {}, neither],
    ["a stranger", user, { maintainers: theirs, organization: { owners: theirs } }, neither],
    ["a maintainer", user, { maintainers: mine }, both],
    ["an organization owner", user, { organization: { owners: mine } }, both],
    ["a member of an admin team", user, { teams: team("admin", mine) }, both],
    ["a member of a read-only team", user, { teams: team("readonly", mine) }, look],
    ["a member of no team of it", user, { teams: team("admin", theirs) }, neither],
    [
      "a reader beside somebody else's admin team",
      user,
      { teams: [...team("admin", theirs), ...team("readonly", mine)] },
      look,
    ],
    ["a superuser", { ...user, superuser: true } as Actor, {}, both],
    ["the system", system, {}, both],
    ["a maintainer's token", token(), { maintainers: mine }, both],
    ["a token confined to it", token({ projectIds: [1] }), { maintainers: mine }, both],
    ["a token confined to another", token({ projectIds: [2] }), { maintainers: mine }, neither],
    ["a superuser's token confined to another", token({ projectIds: [2], superuser: true }), {}, neither],
    ["a token confined to nothing", token({ projectIds: [] }), { maintainers: mine }, neither],
  ])("%s", (_, actor, facts, expected) => {
    expect(abilitiesOn(actor, project(facts))).toEqual(expected);
  });
});

describe("what a caller may do with a public project", () => {
  it.each<[string, Actor, { view: boolean; admin: boolean }]>([
    ["a visitor", visitor, look],
    ["a stranger", user, look],
    ["a token confined to another", token({ projectIds: [2] }), look],
    ["a superuser", { ...user, superuser: true } as Actor, both],
  ])("%s", (_, actor, expected) => {
    expect(abilitiesOn(actor, project({ privacyLevel: "public", maintainers: theirs }))).toEqual(expected);
  });
});
