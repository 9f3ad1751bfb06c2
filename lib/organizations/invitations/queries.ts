import { type Abilities, type Granted, grant, nothing } from "#lib/access/rules.ts";
import type { Ability, Actor } from "#lib/access/schema.ts";
import { abilitiesOn, answerable, havingStatus } from "#lib/organizations/invitations/policy.ts";
import type { InvitationStatus } from "#lib/organizations/invitations/rules.ts";
import type { Organization } from "#lib/organizations/queries.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { forbidden } from "#lib/platform/errors.ts";
import { sha256 } from "#lib/platform/secrets/tokens.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import type { Prisma } from "#prisma/client/client.ts";

const invitationFields = {
  id: true,
  address: true,
  addressKey: true,
  asOwner: true,
  handedOver: true,
  message: true,
  created: true,
  expiresAt: true,
  acceptedAt: true,
  declinedAt: true,
  revokedAt: true,
  inviter: { select: { username: true } },
  teams: {
    select: { team: { select: { id: true, name: true, slug: true, access: true } } },
    orderBy: { teamId: "asc" },
  },
} as const satisfies Prisma.InvitationSelect;

type Row = Prisma.InvitationGetPayload<{ select: typeof invitationFields }>;
/** An invitation with the organization it leads to. */
export type Invitation = Row & { organization: { id: number; slug: string; name: string } };

/** An organization's invitations, newest first: those with the status, or those that wait for an answer. */
export async function listInvitations(
  organization: Granted<"admin", Organization>,
  filter: { status?: InvitationStatus | undefined },
  page: PageRequest,
): Promise<Found<Invitation>> {
  const where = { organizationId: organization.id, ...havingStatus(filter.status, clock.now()) };
  const rows = await db.invitation.findMany({
    where,
    select: invitationFields,
    orderBy: { id: "desc" },
    take: page.limit,
    skip: page.offset,
  });
  const { count } = await withCount(page, rows, () => db.invitation.count({ where }));
  return { count, rows: rows.map((row) => ({ ...row, organization })) };
}

/** One invitation of an organization, whatever became of it; 404 otherwise. */
export async function openInvitation(
  organization: Granted<"admin", Organization>,
  id: number,
): Promise<Granted<"admin", Invitation>> {
  const row = await db.invitation.findFirst({
    where: { id, organizationId: organization.id },
    select: invitationFields,
  });
  const may = row ? { view: true, admin: true } : nothing;
  return grant("admin", organization.actor, row && { ...row, organization }, may, "Invitation");
}

/**
 * The invitation behind the link of a mail. One 404 for every link that leads nowhere: unknown, run out, withdrawn or answered.
 * 403 for answering it with an account that does not have the address.
 */
export async function openReceived<A extends Ability>(
  actor: Actor,
  token: string,
  ability: A,
): Promise<Granted<A, Invitation>> {
  const found = await findAnswerable(token);
  if (!found) return grant<A, Invitation>(ability, actor, null, nothing, "Invitation");
  const may = await abilitiesFor(actor, found);
  if (actor.kind !== "visitor" && !may[ability])
    throw forbidden("This invitation was sent to another address. Log in with the account that has it.");
  return grant<A, Invitation>(ability, actor, found, may, "Invitation");
}

/** Whether the caller may answer an invitation they see. */
export const isForCaller = async (invitation: Granted<"view", Invitation>): Promise<boolean> =>
  (await abilitiesFor(invitation.actor, invitation)).admin;

/** The address an invitation is for, and whether holding this link proves it to be one's own; null when it leads nowhere. */
export async function findInvited(token: string): Promise<{ address: string; proven: boolean } | null> {
  const found = await findAnswerable(token);
  return found && { address: found.address, proven: !found.handedOver };
}

const abilitiesFor = async (actor: Actor, { addressKey }: Row): Promise<Abilities> =>
  abilitiesOn(
    actor,
    await db.emailAddress.findMany({ where: { addressKey }, select: { userId: true, verifiedAt: true } }),
  );

async function findAnswerable(token: string): Promise<Invitation | null> {
  const row = await db.invitation.findFirst({
    where: { tokenHash: sha256(token), ...answerable(clock.now()) },
    select: { ...invitationFields, organization: { select: { id: true, slug: true, name: true } } },
  });
  return row?.organization ? { ...row, organization: row.organization } : null;
}
