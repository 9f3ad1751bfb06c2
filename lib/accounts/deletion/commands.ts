import type { Actor } from "#lib/access/schema.ts";
import { findOrphans } from "#lib/accounts/deletion/queries.ts";
import { DELETED_PREFIX } from "#lib/accounts/rules.ts";
import { endSessionsWhere } from "#lib/accounts/sessions/commands.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { conflict, invalid } from "#lib/platform/errors.ts";
import { endSharesOfLeavers } from "#lib/sharing/commands.ts";

/**
 * Deletes the caller's account. Its row stays, blanked, because history points at it; nobody can sign in with it, and its name is free.
 * Refuses with 400 on `username` unless that is the caller's, with 409 while something would be left without anybody.
 */
export async function deleteAccount(
  actor: Extract<Actor, { kind: "user" }>,
  username: string,
): Promise<void> {
  if (username !== actor.username) throw invalid({ username: [`This is not “${actor.username}”.`] });
  const { userId } = actor;
  await command(actor, async (c) => {
    const organizations = await lockWhatIsShared(c, userId);
    const [orphan] = await findOrphans(c.tx, userId);
    if (orphan) throw conflict(`Nobody else looks after the ${orphan.kind} ${orphan.slug}.`);
    await leaveEverything(c, userId);
    for (const { id } of organizations) await endSharesOfLeavers(c, id, [userId]);
    await endSessionsWhere(c, { userId });
    await blank(c, userId);
    await c.record({
      action: "account.delete",
      subjectKind: "user",
      subjectId: userId,
      subjectLabel: actor.username,
    });
    await c.notify("site_changed", "all");
  });
}

/** Two owners who go at once must not both find the other one there. Returns the organizations of the person. */
async function lockWhatIsShared(c: Command, userId: number): Promise<{ id: number }[]> {
  const organizations = await c.tx.$queryRaw<{ id: number }[]>`
    select id from organizations where id in (
      select organization_id from organization_owners where user_id = ${userId}::int
      union select t.organization_id from team_members m join teams t on t.id = m.team_id
      where m.user_id = ${userId}::int
    ) order by id for no key update`;
  await c.tx.$executeRaw`
    select 1 from projects where id in (
      select project_id from project_maintainers where user_id = ${userId}::int
    ) order by id for no key update`;
  return organizations;
}

/** Memberships, and the invitations that would let the person back in. */
async function leaveEverything(c: Command, userId: number): Promise<void> {
  const mine = { where: { userId } };
  await c.tx.organizationOwner.deleteMany(mine);
  await c.tx.teamMember.deleteMany(mine);
  await c.tx.projectMaintainer.deleteMany(mine);
  await c.tx.invitation.updateMany({
    where: { invitedBy: userId, acceptedAt: null, declinedAt: null, revokedAt: null },
    data: { revokedAt: clock.now() },
  });
}

/** Whatever lets somebody in or says who it was. */
async function blank(c: Command, userId: number): Promise<void> {
  const now = clock.now();
  const mine = { where: { userId } };
  await c.tx.apiToken.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: now } });
  await c.tx.emailAddress.deleteMany(mine);
  await c.tx.oneTimeCode.deleteMany(mine);
  await c.tx.totpSecret.deleteMany(mine);
  await c.tx.passkey.deleteMany(mine);
  await c.tx.passkeyChallenge.deleteMany(mine);
  await c.tx.recoveryCode.deleteMany(mine);
  await c.tx.connectedAccount.deleteMany(mine);
  await c.tx.notice.deleteMany(mine);
  await c.tx.star.deleteMany(mine);
  const name = `${DELETED_PREFIX}${userId}`;
  await c.tx.user.update({
    where: { id: userId },
    data: {
      username: name,
      usernameKey: name,
      firstName: "",
      lastName: "",
      passwordHash: null,
      isSuperuser: false,
      timeZone: null,
      preferences: {},
      modified: now,
      deactivatedAt: now,
    },
    select: { id: true },
  });
}
