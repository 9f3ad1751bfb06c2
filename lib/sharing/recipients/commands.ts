import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { onDuplicate } from "#lib/platform/db/conflict.ts";
import { conflict, invalid } from "#lib/platform/errors.ts";
import { lockProject } from "#lib/projects/commands.ts";
import { findSharePolicy } from "#lib/sharing/policies/queries.ts";
import { isAllowed, notAnyMore } from "#lib/sharing/policies/rules.ts";
import type { Share } from "#lib/sharing/queries.ts";
import { asRecipient, type Recipient, recipientFields } from "#lib/sharing/recipients/queries.ts";
import { readRecipients } from "#lib/sharing/recipients/rules/lines.ts";
import { mostRecipients } from "#lib/sharing/recipients/rules.ts";
import type { NewRecipient, RecipientRotation, RecipientsInput } from "#lib/sharing/recipients/schema.ts";
import { overlapEnd } from "#lib/sharing/rules/lifetime.ts";
import { kindsOf, replacedKinds } from "#lib/sharing/rules/secrets.ts";
import { type IssuedSecrets, issueSecrets, noSecrets, retireSecrets } from "#lib/sharing/secrets/commands.ts";
import { endShareSessions } from "#lib/sharing/sessions/commands.ts";

/** Somebody whose secrets are new, with what is told of these once. */
export type IssuedRecipient = {
  readonly recipient: Recipient;
  readonly issued: IssuedSecrets;
  readonly sessionsEnded: number;
};

/**
 * Adds people to a share made for recipients, each with secrets of their own: all of them, or with 400 nobody, naming every line with
 * something wrong; nobody where the organization does not allow such shares any more. 409 for a share that has a secret of its own, and
 * for one that is over for good.
 */
export async function createRecipients(
  share: Granted<"admin", Share>,
  input: RecipientsInput,
): Promise<IssuedRecipient[]> {
  const read = readRecipients(input);
  if ("problems" in read) throw invalid({ ...read.problems });
  const { wanted } = read;
  const field = input.name === undefined ? (input.csv === undefined ? "recipients" : "csv") : "name";
  const add = async (c: Command): Promise<IssuedRecipient[]> => {
    const locked = await lockForRecipients(c, share);
    const policy = await findSharePolicy(share.project.organizationId, c.tx);
    if (!isAllowed(policy, { type: share.accessType, allVersions: locked.allVersions }))
      throw invalid({ [field]: [notAnyMore] });
    await requireRoom(c, share, wanted, field);
    const created = clock.now();
    const rows = await c.tx.shareRecipient
      .createManyAndReturn({
        data: wanted.map((one) => ({ ...one, shareId: share.id, created })),
        select: { id: true, name: true },
      })
      .catch(
        onDuplicate("share_recipients_name_key", field, "This share has somebody of that name already."),
      );
    const holders = rows.map(({ id }) => ({ recipientId: id }));
    const issued = await issueSecrets(c, share, kindsOf[share.accessType], holders);
    for (const row of rows) await record(c, "share_recipient.create", share, row);
    await c.siteChanged(share.projectId, "readers");
    const made = await c.tx.shareRecipient.findMany({
      where: { id: { in: rows.map(({ id }) => id) } },
      orderBy: { id: "asc" },
      select: recipientFields,
    });
    const secrets = new Map(rows.map(({ id }, index) => [id, issued[index] ?? noSecrets]));
    return made.map((row) => ({
      recipient: asRecipient(share, row),
      issued: secrets.get(row.id) ?? noSecrets,
      sessionsEnded: 0,
    }));
  };
  return command(share.actor, add, { timeoutMs: 30_000 });
}

async function requireRoom(
  c: Command,
  share: Share,
  wanted: readonly NewRecipient[],
  field: string,
): Promise<void> {
  const known = await c.tx.shareRecipient.findMany({
    where: { shareId: share.id, revokedAt: null },
    select: { name: true },
  });
  if (known.length + wanted.length > mostRecipients)
    throw invalid({ [field]: [`A share may have at most ${mostRecipients} recipients.`] });
  const names = new Set(known.map(({ name }) => name.toLowerCase()));
  const taken = wanted.filter(({ name }) => names.has(name.toLowerCase()));
  if (taken.length > 0)
    throw invalid({ [field]: taken.map(({ name }) => `${name} is a recipient of this share already.`) });
}

/** Ends one recipient's access at once; the others' goes on. 409 when it was ended before. */
export async function revokeRecipient(recipient: Granted<"admin", Recipient>): Promise<void> {
  const { id, share } = recipient;
  await command(recipient.actor, async (c) => {
    await lockProject(c, share.project);
    const now = clock.now();
    const { count } = await c.tx.shareRecipient.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: now },
    });
    if (count === 0) throw conflict(alreadyRevoked);
    await c.tx.shareSecret.updateMany({
      where: { recipientId: id, retiredAt: null },
      data: { retiredAt: now },
    });
    await endShareSessions(c, { recipientId: id }, "recipient_revoked");
    await record(c, "share_recipient.revoke", share, recipient);
    await c.siteChanged(share.projectId, "readers");
  });
}

/** Gives one recipient new secrets. The old ones go on for `overlap_hours`; without, their sessions end. 409 once revoked. */
export async function rotateRecipient(
  recipient: Granted<"admin", Recipient>,
  { overlap_hours, secret }: RecipientRotation,
): Promise<IssuedRecipient> {
  const { id, share } = recipient;
  const kinds = replacedKinds(share.accessType, secret);
  return command(recipient.actor, async (c) => {
    await lockForRecipients(c, share);
    const isLive = await c.tx.shareRecipient.count({ where: { id, revokedAt: null } });
    if (isLive === 0) throw conflict(alreadyRevoked);
    const until = overlapEnd(overlap_hours, clock.now());
    const replaced = { shareId: share.id, recipientId: id, kinds };
    const sessionsEnded = await retireSecrets(c, replaced, "rotated", until);
    const [issued = noSecrets] = await issueSecrets(c, share, kinds, [{ recipientId: id }]);
    await record(c, "share_recipient.rotate", share, recipient, {
      secret: "changed",
      overlap_hours: { from: null, to: overlap_hours },
    });
    await c.siteChanged(share.projectId, "readers");
    const row = await c.tx.shareRecipient.findUniqueOrThrow({ where: { id }, select: recipientFields });
    return { recipient: asRecipient(share, row, recipient.use), issued, sessionsEnded };
  });
}

const alreadyRevoked = "This recipient was revoked already.";

/** Holds the project's shares still, and refuses those whose recipients get no secrets. */
async function lockForRecipients(
  c: Command,
  share: Granted<"admin", Share>,
): Promise<{ readonly allVersions: boolean }> {
  await lockProject(c, share.project);
  const now = await c.tx.share.findUniqueOrThrow({
    where: { id: share.id },
    select: {
      allVersions: true,
      revokedAt: true,
      secretsWipedAt: true,
      secrets: { where: { recipientId: null }, take: 1, select: { id: true } },
    },
  });
  if (now.revokedAt !== null || now.secretsWipedAt !== null)
    throw conflict("This share is over. Create another.");
  if (now.secrets.length > 0)
    throw conflict("This share has a secret of its own. Make one with for_recipients for named people.");
  return now;
}

const record = (
  c: Command,
  action: string,
  share: Granted<"admin", Share>,
  recipient: { readonly id: number; readonly name: string },
  changes?: Parameters<Command["record"]>[0]["changes"],
) =>
  c.record({
    action,
    projectId: share.projectId,
    organizationId: share.project.organizationId,
    subjectKind: "share_recipient",
    subjectId: recipient.id,
    subjectLabel: `${share.description}: ${recipient.name}`,
    ...(changes && { changes }),
  });
