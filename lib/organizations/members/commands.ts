import type { Granted } from "#lib/access/rules.ts";
import { usernameKey } from "#lib/accounts/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { lockOrganization, sitesChanged, touchOrganization } from "#lib/organizations/commands.ts";
import type { Member } from "#lib/organizations/members/queries.ts";
import { belongsTo, unanswered } from "#lib/organizations/policy.ts";
import type { Organization } from "#lib/organizations/queries.ts";
import { notOfOrganization, removeOwnerProblem } from "#lib/organizations/rules.ts";
import { clock } from "#lib/platform/clock.ts";
import { conflict, invalid, notFound } from "#lib/platform/errors.ts";
import { endSharesOfLeavers } from "#lib/sharing/commands.ts";

type Named = { id: number; username: string };

const record = (c: Command, action: string, organizationId: number, user: Named) =>
  c.record({
    action,
    organizationId,
    subjectKind: "user",
    subjectId: user.id,
    subjectLabel: user.username,
  });

/** Who of the organization bears this name; 400 on `username` otherwise. Nobody joins without having agreed to it. */
export async function memberNamed(c: Command, organizationId: number, username: string): Promise<Named> {
  const user = await c.tx.user.findFirst({
    where: { usernameKey: usernameKey(username), deactivatedAt: null, ...belongsTo(organizationId) },
    select: { id: true, username: true },
  });
  if (!user) throw invalid({ username: [notOfOrganization(username)] });
  return user;
}

/** Makes one of the organization's people an owner. Refuses with 400 on `username` somebody who is one or is a stranger. */
export async function addOwner(
  organization: Granted<"admin", Organization>,
  username: string,
): Promise<{ username: string }> {
  return command(organization.actor, async (c) => {
    await lockOrganization(c, organization);
    const user = await memberNamed(c, organization.id, username);
    const { count } = await c.tx.organizationOwner.createMany({
      data: [{ organizationId: organization.id, userId: user.id }],
      skipDuplicates: true,
    });
    if (count === 0) throw invalid({ username: [`"${user.username}" is an owner already.`] });
    await touchOrganization(c, organization.id);
    await record(c, "organization.owner.add", organization.id, user);
    await sitesChanged(c, organization.id);
    return { username: user.username };
  });
}

/** Ends somebody's ownership; teams stay. Refuses with 409 to remove the last owner, also when two are removed at once. */
export async function removeOwner(owner: Granted<"admin", Member>): Promise<void> {
  await command(owner.actor, async (c) => {
    await lockOrganization(c, owner.organization);
    if (!(await endOwnership(c, owner.organization.id, owner))) throw notFound("User");
    await endSharesOfLeavers(c, owner.organization.id, [owner.id]);
    await record(c, "organization.owner.remove", owner.organization.id, owner);
    await sitesChanged(c, owner.organization.id);
  });
}

/** Takes somebody out of all teams and out of the owners. Refuses with 409 to remove the last owner. */
export async function removeMember(member: Granted<"admin", Member>): Promise<void> {
  const { id: organizationId } = member.organization;
  await command(member.actor, async (c) => {
    await lockOrganization(c, member.organization);
    const owned = await endOwnership(c, organizationId, member);
    const left = await c.tx.teamMember.deleteMany({
      where: { userId: member.id, team: { organizationId } },
    });
    if (!owned && left.count === 0) throw notFound("User");
    await endSharesOfLeavers(c, organizationId, [member.id]);
    await record(c, "organization.member.remove", organizationId, member);
    await sitesChanged(c, organizationId);
  });
}

/**
 * Whether the person was an owner until now. What a former owner sent out ends too: an invitation, perhaps to an address of their own,
 * would let them back in.
 */
async function endOwnership(c: Command, organizationId: number, user: Named): Promise<boolean> {
  const owner = { organizationId, userId: user.id };
  if (!(await c.tx.organizationOwner.findUnique({ where: { organizationId_userId: owner } }))) return false;
  const owners = await c.tx.organizationOwner.count({
    where: { organizationId, user: { deactivatedAt: null } },
  });
  const problem = removeOwnerProblem(owners);
  if (problem) throw conflict(problem);
  await c.tx.organizationOwner.delete({ where: { organizationId_userId: owner } });
  await c.tx.invitation.updateMany({
    where: { organizationId, invitedBy: user.id, ...unanswered },
    data: { revokedAt: clock.now() },
  });
  await touchOrganization(c, organizationId);
  return true;
}
