import { type Granted, signedIn } from "#lib/access/rules.ts";
import { proveAddress } from "#lib/accounts/emails/commands.ts";
import { emailKey } from "#lib/accounts/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { lockOrganization, sitesChanged, touchOrganization } from "#lib/organizations/commands.ts";
import { mailInvitation } from "#lib/organizations/invitations/jobs.ts";
import { answerable } from "#lib/organizations/invitations/policy.ts";
import { invitationMail } from "#lib/organizations/invitations/present.ts";
import type { Invitation } from "#lib/organizations/invitations/queries.ts";
import { alreadyEnded, invitationEnd, invitationStatus } from "#lib/organizations/invitations/rules.ts";
import type { InvitationInput } from "#lib/organizations/invitations/schema.ts";
import { belongsTo, unanswered } from "#lib/organizations/policy.ts";
import type { Organization } from "#lib/organizations/queries.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { onDuplicate } from "#lib/platform/db/conflict.ts";
import { conflict, forbidden, invalid, notFound, throttled } from "#lib/platform/errors.ts";
import { sendMail } from "#lib/platform/mail/mail.ts";
import { count } from "#lib/platform/rate/counters.ts";
import { randomToken, sha256 } from "#lib/platform/secrets/tokens.ts";
import type { Prisma } from "#prisma/client/client.ts";

const TOKEN_BYTES = 24;
const HOUR = 3600;
const MAILS_PER_HOUR = 100;
const MAILS_TO_ADDRESS_PER_DAY = 10;

const record = (
  c: Command,
  action: string,
  organizationId: number,
  invitation: { id: number; address: string },
  changes?: Parameters<Command["record"]>[0]["changes"],
) =>
  c.record({
    action,
    organizationId,
    subjectKind: "invitation",
    subjectId: invitation.id,
    subjectLabel: invitation.address,
    ...(changes && { changes }),
  });

/** Anybody may found an organization and write to whom they like: nobody's mailbox is filled that way. */
async function countMail(organizationId: number, addressKey: string): Promise<void> {
  const uses = [
    await count(`invitations:${organizationId}`, HOUR, MAILS_PER_HOUR),
    await count(`invitations-to:${addressKey}`, 24 * HOUR, MAILS_TO_ADDRESS_PER_DAY),
  ];
  const refused = uses.find(({ allowed }) => !allowed);
  if (refused) throw throttled(refused.retryAfterSeconds, "Too many invitations. Try again later.");
}

/**
 * Invites an address to teams or to the ownership and mails it a link. Whether the address has an account changes nothing. Refuses with
 * 400 on `teams` for an unknown one, on `email` for somebody who belongs already or is invited already; with 429 after too many mails.
 */
export async function invite(
  organization: Granted<"admin", Organization>,
  input: InvitationInput,
): Promise<{ id: number }> {
  const { userId } = signedIn(organization.actor);
  const addressKey = emailKey(input.email);
  await countMail(organization.id, addressKey);
  return command(organization.actor, async (c) => {
    await lockOrganization(c, organization);
    const teams = await teamsNamed(c, organization.id, input.teams);
    await refuseMember(c, organization.id, addressKey);
    const now = clock.now();
    const waiting = { organizationId: organization.id, addressKey, ...unanswered };
    await c.tx.invitation.updateMany({
      where: { ...waiting, expiresAt: { lte: now } },
      data: { revokedAt: now },
    });
    const invitation = await c.tx.invitation
      .create({
        data: {
          organizationId: organization.id,
          address: input.email,
          addressKey,
          asOwner: input.as_owner,
          message: input.message,
          invitedBy: userId,
          created: now,
          expiresAt: invitationEnd(now),
        },
        select: { id: true, address: true },
      })
      .catch(
        onDuplicate(
          "invitations_open_key",
          "email",
          "This address is invited already. Send that invitation again or withdraw it.",
        ),
      );
    await c.tx.invitationTeam.createMany({
      data: teams.map(({ id }) => ({
        organizationId: organization.id,
        invitationId: invitation.id,
        teamId: id,
      })),
    });
    await c.enqueue(mailInvitation, { invitationId: invitation.id });
    await record(c, "invitation.create", organization.id, invitation, {
      teams: { from: null, to: teams.map(({ slug }) => slug) },
      as_owner: { from: null, to: input.as_owner },
    });
    return { id: invitation.id };
  });
}

async function teamsNamed(c: Command, organizationId: number, slugs: readonly string[]) {
  const teams = await c.tx.team.findMany({
    where: { organizationId, slug: { in: [...slugs] } },
    select: { id: true, slug: true },
  });
  const missing = slugs.find((wanted) => !teams.some(({ slug }) => slug === wanted));
  if (missing !== undefined) throw invalid({ teams: [`Object with slug=${missing} does not exist.`] });
  return teams;
}

async function refuseMember(c: Command, organizationId: number, addressKey: string): Promise<void> {
  const members = await c.tx.user.count({
    where: {
      deactivatedAt: null,
      ...belongsTo(organizationId),
      emailAddresses: { some: { addressKey, verifiedAt: { not: null } } },
    },
  });
  if (members > 0)
    throw invalid({
      email: [
        "Somebody with this address belongs to the organization already. Add them to teams by username.",
      ],
    });
}

/**
 * Mails a fresh link and starts the time anew, also of an invitation that ran out. The earlier link ends at once, before the mail is
 * made: one that was handed over must not pass for a mailed one. 409 once it was answered.
 */
export async function resendInvitation(invitation: Granted<"admin", Invitation>): Promise<void> {
  await countMail(invitation.organization.id, invitation.addressKey);
  await command(invitation.actor, async (c) => {
    await changeUnanswered(c, invitation, {
      expiresAt: invitationEnd(clock.now()),
      tokenHash: null,
      handedOver: false,
    });
    await c.enqueue(mailInvitation, { invitationId: invitation.id });
    await record(c, "invitation.resend", invitation.organization.id, invitation);
  });
}

/**
 * Makes a fresh link for whoever invites to hand over, where no mail arrives. It starts the time anew, the earlier link ends, and having
 * it proves nothing about the address. 409 once the invitation was answered.
 */
export async function makeInvitationLink(
  invitation: Granted<"admin", Invitation>,
): Promise<{ token: string }> {
  const token = randomToken(TOKEN_BYTES, "");
  await command(invitation.actor, async (c) => {
    await changeUnanswered(c, invitation, {
      expiresAt: invitationEnd(clock.now()),
      tokenHash: sha256(token),
      handedOver: true,
    });
    await record(c, "invitation.link", invitation.organization.id, invitation);
  });
  return { token };
}

/** Withdraws an invitation; its link ends. 409 once it was answered. */
export async function revokeInvitation(invitation: Granted<"admin", Invitation>): Promise<void> {
  await command(invitation.actor, async (c) => {
    await changeUnanswered(c, invitation, { revokedAt: clock.now() });
    await record(c, "invitation.revoke", invitation.organization.id, invitation);
  });
}

async function changeUnanswered(
  c: Command,
  { id, organization }: Invitation,
  data: Pick<
    Prisma.InvitationUncheckedUpdateManyInput,
    "expiresAt" | "revokedAt" | "tokenHash" | "handedOver"
  >,
): Promise<void> {
  await lockOrganization(c, organization);
  const changed = await c.tx.invitation.updateMany({ where: { id, ...unanswered }, data });
  if (changed.count === 1) return;
  const row = await c.tx.invitation.findUniqueOrThrow({ where: { id } });
  throw conflict(alreadyEnded(invitationStatus(row, clock.now())));
}

/**
 * Joins the teams, or the owners, an invitation leads to. Whoever holds a mailed link got the mail, so the address is verified by it. Of two
 * who answer at once one gets 404, as for every link that is used up.
 */
export async function acceptInvitation(invitation: Granted<"admin", Invitation>): Promise<void> {
  const { id, organization, asOwner } = invitation;
  const { userId } = signedIn(invitation.actor);
  await command(invitation.actor, async (c) => {
    await lockOrganization(c, organization);
    await answer(c, id, { acceptedAt: clock.now() });
    const joined = await c.tx.invitationTeam.findMany({
      where: { invitationId: id },
      select: { teamId: true },
    });
    await c.tx.teamMember.createMany({
      data: joined.map(({ teamId }) => ({ teamId, userId, created: clock.now() })),
      skipDuplicates: true,
    });
    if (asOwner) {
      await c.tx.organizationOwner.createMany({
        data: [{ organizationId: organization.id, userId }],
        skipDuplicates: true,
      });
      await touchOrganization(c, organization.id);
      await sitesChanged(c, organization.id);
    }
    if (!invitation.handedOver)
      await proveAddress(
        c,
        userId,
        invitation.address,
        forbidden("This address belongs to another account."),
      );
    await record(c, "invitation.accept", organization.id, invitation);
    const teamIds = joined.map(({ teamId }) => teamId);
    const read = await c.tx.teamProject.findMany({
      where: { teamId: { in: teamIds } },
      select: { projectId: true },
    });
    for (const { projectId } of read) await c.siteChanged(projectId, "readers");
  });
}

/** Says no to an invitation. */
export async function declineInvitation(invitation: Granted<"admin", Invitation>): Promise<void> {
  await command(invitation.actor, async (c) => {
    await lockOrganization(c, invitation.organization);
    await answer(c, invitation.id, { declinedAt: clock.now() });
    await record(c, "invitation.decline", invitation.organization.id, invitation);
  });
}

async function answer(
  c: Command,
  id: number,
  data: { acceptedAt: Date } | { declinedAt: Date },
): Promise<void> {
  const answered = await c.tx.invitation.updateMany({ where: { id, ...answerable(clock.now()) }, data });
  if (answered.count !== 1) throw notFound("Invitation");
}

/** Makes the link of an invitation and mails it; what was answered, withdrawn, handed over or ran out meanwhile gets none. */
export async function sendInvitation({ invitationId }: { invitationId: number }): Promise<void> {
  const token = randomToken(TOKEN_BYTES, "");
  const [row] = await db.invitation.updateManyAndReturn({
    where: { id: invitationId, handedOver: false, ...answerable(clock.now()) },
    data: { tokenHash: sha256(token) },
    select: { id: true },
  });
  if (!row) return;
  const { organization, ...invitation } = await db.invitation.findUniqueOrThrow({
    where: { id: row.id },
    select: {
      address: true,
      message: true,
      asOwner: true,
      organization: { select: { name: true } },
      inviter: { select: { username: true } },
      teams: { select: { team: { select: { name: true } } }, orderBy: { teamId: "asc" } },
    },
  });
  if (!organization) return;
  await sendMail({ to: invitation.address, ...invitationMail({ ...invitation, organization }, token) });
}
