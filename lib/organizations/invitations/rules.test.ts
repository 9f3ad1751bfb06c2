import { describe, expect, test } from "vitest";
import type { Actor } from "#lib/access/schema.ts";
import { abilitiesOn } from "#lib/organizations/invitations/policy.ts";
import { invitationMail } from "#lib/organizations/invitations/present.ts";
import { invitationEnd, invitationStatus } from "#lib/organizations/invitations/rules.ts";

const now = new Date("2026-05-01T12:00:00Z");
const open = { expiresAt: new Date("2026-05-02"), acceptedAt: null, declinedAt: null, revokedAt: null };

test.each([
  [open, "pending"],
  [{ ...open, expiresAt: now }, "expired"],
  [{ ...open, expiresAt: now, acceptedAt: now }, "accepted"],
  [{ ...open, declinedAt: now }, "declined"],
  [{ ...open, revokedAt: now }, "revoked"],
])("the status of %j is %s", (row, status) => expect(invitationStatus(row, now)).toBe(status));

test("an invitation can be answered for 15 days", () =>
  expect(invitationEnd(now).toISOString()).toBe("2026-05-16T12:00:00.000Z"));

describe("who may answer an invitation", () => {
  const person = { userId: 1, username: "ada", superuser: false, address: "", client: "" };
  const user: Actor = { kind: "user", ...person, sessionId: "s", authenticatedAt: now };
  const token = { kind: "token", ...person, tokenId: 1, scope: "write", projectIds: null } as const;
  const own = { userId: 1, verifiedAt: now };
  const claimed = { userId: 1, verifiedAt: null };
  const theirs = { userId: 2, verifiedAt: now };
  const theirClaim = { userId: 2, verifiedAt: null };

  test.each<[string, Actor, { userId: number; verifiedAt: Date | null }[], boolean]>([
    ["a visitor", { kind: "visitor", address: "", client: "" }, [], false],
    ["somebody with another address", user, [], false],
    ["somebody whose address it is", user, [own], true],
    ["somebody who claimed it, now proven by the link", user, [claimed], true],
    ["somebody who claimed it while it is another account's", user, [claimed, theirs], false],
    ["somebody who is not the only one to claim it", user, [claimed, theirClaim], true],
    ["the owner of an address that another account claims", user, [own, theirClaim], true],
    ["their token", token, [own], true],
    ["their token confined to projects", { ...token, projectIds: [1] }, [own], false],
    ["a superuser with another address", { ...user, superuser: true }, [theirs], false],
  ])("%s", (_, actor, addresses, answers) =>
    expect(abilitiesOn(actor, addresses)).toEqual({ view: true, admin: answers }),
  );
});

test("the mail says who invites to what, and marks the inviter's own words", () => {
  const row = {
    organization: { name: "Acme" },
    inviter: { username: "ana" },
    message: "Hello!\nhttps://evil.example",
    asOwner: true,
    teams: [{ team: { name: "Docs" } }, { team: { name: "Read Only" } }],
  };
  const { subject, text } = invitationMail(row, "the-token");
  expect(subject).toBe("Invitation to Acme");
  expect(text).toContain(
    "ana invites you to the documentation of Acme as an owner and a member of: Docs, Read Only.",
  );
  expect(text).toContain("\n> Hello!\n> https://evil.example\n");
  expect(text).toContain("http://localhost:3000/invitations/the-token/");
  const bare = invitationMail({ ...row, message: "", asOwner: false }, "t").text;
  expect(bare).toContain("as a member of: Docs, Read Only.\n\nAccept or decline:");
});
