import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { conflict, invalid, isProblem } from "#lib/platform/errors.ts";
import { seal } from "#lib/platform/secrets/sealing.ts";
import type { Project } from "#lib/projects/queries.ts";
import { wipeShareSecrets } from "#lib/sharing/jobs.ts";
import { dayMs, keptDays, startOfDay } from "#lib/sharing/rules/lifetime.ts";
import { newPassword } from "#lib/sharing/rules/passwords.ts";
import { prefixLength } from "#lib/sharing/rules/secrets.ts";
import type { SecretKind } from "#lib/sharing/schema.ts";
import { newSecret, secretHash, secretHashes } from "#lib/sharing/secrets/queries.ts";
import { type EndReason, endShareSessions } from "#lib/sharing/sessions/commands.ts";
import type { Prisma } from "#prisma/client/client.ts";

/** Secrets as they are told once; null for what was not made. */
export type IssuedSecrets = {
  readonly link: string | null;
  readonly password: string | null;
  readonly token: string | null;
};

export const noSecrets: IssuedSecrets = { link: null, password: null, token: null };

type Holder = {
  /** Null for the share itself. */
  readonly recipientId: number | null;
  /** As somebody chose it; one is made unless it is given. */
  readonly password?: string | undefined;
};

const passwordTaken =
  "Another live share of this project already uses this password; choose a different one.";

/**
 * New secrets of some kinds for each holder, in their order: how a share, a recipient and a replacement get theirs. The caller has
 * locked the project, and has retired what is replaced. Refuses with 400 on `password` one that is in use in the project.
 */
export async function issueSecrets(
  c: Command,
  share: { readonly id: number; readonly projectId: number },
  kinds: readonly SecretKind[],
  holders: readonly Holder[],
): Promise<IssuedSecrets[]> {
  const issued = holders.map((holder) => ({
    recipientId: holder.recipientId,
    link: kinds.includes("link") ? newSecret("link") : null,
    password: kinds.includes("password") ? holder.password || newPassword() : null,
    token: kinds.includes("header_token") ? newSecret("header_token") : null,
  }));
  await requireFreePasswords(
    c,
    share.projectId,
    issued.flatMap(({ password }) => password ?? []),
  );
  const created = clock.now();
  await c.tx.shareSecret.createMany({
    data: issued.flatMap(({ recipientId, link, password, token }) =>
      [
        link === null ? [] : [columnsOf("link", share.projectId, link)],
        password === null ? [] : [columnsOf("password", share.projectId, password)],
        token === null ? [] : [columnsOf("header_token", share.projectId, token)],
      ]
        .flat()
        .map((columns) => ({
          ...columns,
          projectId: share.projectId,
          shareId: share.id,
          recipientId,
          created,
        })),
    ),
  });
  return issued.map(({ recipientId: _, ...secrets }) => secrets);
}

function columnsOf(kind: SecretKind, projectId: number, text: string) {
  const { hash, keyId } = secretHash(kind, projectId, text);
  return {
    kind,
    lookupHash: hash,
    keyId,
    sealed: kind === "link" ? seal(text) : null,
    prefix: kind === "password" ? "" : text.slice(0, prefixLength),
  };
}

/** A password that opens nothing any more, and never will again, may be used anew. */
async function requireFreePasswords(c: Command, projectId: number, passwords: string[]): Promise<void> {
  if (passwords.length === 0) return;
  const now = clock.now();
  const hashes = passwords.flatMap((text) => secretHashes("password", projectId, text));
  const known = await c.tx.shareSecret.findMany({
    where: {
      projectId,
      kind: "password",
      retiredAt: null,
      lookupHash: { in: hashes.map(({ hash }) => hash) },
    },
    select: { id: true, validUntil: true, share: { select: { revokedAt: true, undoUntil: true } } },
  });
  const spent = known.filter(
    ({ validUntil, share }) =>
      (validUntil !== null && validUntil <= now) ||
      (share.revokedAt !== null && (share.undoUntil === null || share.undoUntil < now)),
  );
  const repeats = new Set(passwords.map((text) => text.normalize("NFC"))).size < passwords.length;
  if (repeats || spent.length < known.length) throw invalid({ password: [passwordTaken] });
  await c.tx.shareSecret.updateMany({
    where: { id: { in: spent.map(({ id }) => id) } },
    data: { retiredAt: now },
  });
}

/** Whose link it is: that of a share, or of one of its recipients. */
export type LinkHolder = {
  readonly subjectKind: "share" | "share_recipient";
  readonly subjectId: number;
  readonly subjectLabel: string;
};

/** Writes down that links of a project's shares, which were made before, are read again. Before they are told. */
export async function recordReveals(
  project: Granted<"admin", Project>,
  holders: readonly LinkHolder[],
): Promise<void> {
  if (holders.length === 0) return;
  const { id: projectId, organizationId } = project;
  await command(project.actor, (c) =>
    c.recordAll(holders.map((holder) => ({ ...holder, action: "share.reveal", projectId, organizationId }))),
  );
}

type Replaced = {
  readonly shareId: number;
  /** Null for the share's own. */
  readonly recipientId: number | null;
  readonly kinds: readonly SecretKind[];
};

/**
 * Ends secrets at once, those included that went on after an earlier replacement; or with `until` lets what is current go on to then.
 * Answers how many sessions that has ended.
 */
export async function retireSecrets(
  c: Command,
  { shareId, recipientId, kinds }: Replaced,
  reason: EndReason,
  until: Date | null = null,
): Promise<number> {
  const where = { shareId, recipientId, kind: { in: [...kinds] }, retiredAt: null };
  if (until !== null) {
    await c.tx.shareSecret.updateMany({ where: { ...where, validUntil: null }, data: { validUntil: until } });
    return 0;
  }
  const retired = await c.tx.shareSecret.updateManyAndReturn({
    where,
    data: { retiredAt: clock.now() },
    select: { id: true },
  });
  return endShareSessions(c, { secretIds: retired.map(({ id }) => id) }, reason);
}

const atOnce = 100;

/**
 * Forgets the secrets of shares that ended a while ago, those of their recipients included (decision 20); the shares stay for the
 * record. Returns how many. Whoever stops it loses nothing: the next time goes on.
 */
export async function wipeSecrets(): Promise<number> {
  const ended = new Date(clock.now().getTime() - keptDays * dayMs);
  const where: Prisma.ShareWhereInput = {
    secretsWipedAt: null,
    OR: [{ revokedAt: { lt: ended } }, { expires: { lt: startOfDay(ended) } }],
  };
  const shares = await db.share.findMany({
    where,
    select: { id: true, projectId: true, description: true },
    orderBy: { id: "asc" },
    take: atOnce,
  });
  for (const share of shares) await wipe(share, where);
  return shares.length < atOnce ? shares.length : shares.length + (await wipeSecrets());
}

type Ended = { readonly id: number; readonly projectId: number; readonly description: string };

async function wipe({ id, projectId, description }: Ended, where: Prisma.ShareWhereInput): Promise<void> {
  await command({ kind: "system", job: wipeShareSecrets.name }, async (c) => {
    // Unlike `lockProject` this takes projects that are deleted, too.
    await c.tx.$executeRaw`select 1 from projects where id = ${projectId} for no key update`;
    const now = clock.now();
    const data = { secretsWipedAt: now };
    const { count } = await c.tx.share.updateMany({ where: { AND: [where, { id }] }, data });
    if (count === 0) throw conflict("It was extended meanwhile.");
    await c.tx.shareSecret.updateMany({ where: { shareId: id, retiredAt: null }, data: { retiredAt: now } });
    await c.tx.shareSecret.updateMany({ where: { shareId: id }, data: { lookupHash: null, sealed: null } });
    await endShareSessions(c, { shareId: id }, "ended");
    await c.record({
      action: "share.wipe",
      projectId,
      subjectKind: "share",
      subjectId: id,
      subjectLabel: description,
    });
  }).catch((error: unknown) => {
    if (!isProblem(error)) throw error;
  });
}
