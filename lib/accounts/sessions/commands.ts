import { randomUUID } from "node:crypto";
import type { Actor } from "#lib/access/schema.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { unauthenticated } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { sha256 } from "#lib/platform/secrets/tokens.ts";
import type { Prisma } from "#prisma/client/client.ts";

const LIVES_MS = 30 * 24 * 3_600_000;
const KEPT_MS = 30 * 24 * 3_600_000;
const SEEN_EVERY_MS = 60_000;
const LONGEST_CLIENT = 500;

type Caller = { readonly address: string; readonly client: string };
type Person = {
  readonly id: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  /** The password that was proven; it must still be the one when the session starts. */
  readonly passwordHash?: string | null;
  /** Something besides a password was proven. */
  readonly secondFactor?: boolean;
};

const inAMonth = (): Date => new Date(clock.now().getTime() + LIVES_MS);

/**
 * Signs somebody in: a session row. Its id is a secret, only its hash is ever shown. Refuses with 401 when the account was
 * deactivated or its password changed since it was proven: that ended all sessions, and one made a moment later would live on.
 */
export async function startSession(user: Person, { address, client }: Caller): Promise<{ id: string }> {
  const id = randomUUID();
  const now = clock.now();
  const actor: Actor = {
    kind: "user",
    userId: user.id,
    username: user.username,
    superuser: user.isSuperuser,
    address,
    client,
    sessionId: id,
    authenticatedAt: now,
  };
  return command(actor, async (c) => {
    const { passwordHash } = user;
    const { count } = await c.tx.user.updateMany({
      where: { id: user.id, deactivatedAt: null, ...(passwordHash !== undefined && { passwordHash }) },
      data: { lastActiveAt: now },
    });
    if (count === 0) throw unauthenticated("The account was changed in the meantime. Log in again.");
    await c.tx.session.create({
      data: {
        id,
        userId: user.id,
        publicHash: sha256(id),
        created: now,
        lastSeenAt: now,
        authenticatedAt: now,
        secondFactorAt: user.secondFactor ? now : null,
        expiresAt: inAMonth(),
        address,
        client: client.slice(0, LONGEST_CLIENT),
      },
    });
    await c.record({
      action: "session.start",
      subjectKind: "user",
      subjectId: user.id,
      subjectLabel: user.username,
    });
    return { id };
  });
}

/** Ends sessions and the docs sessions made from them, whose hosts learn of it at once (decision 15). Returns how many. */
export async function endSessionsWhere(c: Command, where: Prisma.SessionWhereInput): Promise<number> {
  const open = await c.tx.session.findMany({
    where: { AND: [where, { endedAt: null }] },
    select: { id: true },
  });
  const ids = open.map(({ id }) => id);
  await c.tx.session.updateMany({ where: { id: { in: ids } }, data: { endedAt: clock.now() } });
  const readers = { sessionId: { in: ids }, endedAt: null };
  const projects = await c.tx.docsSession.findMany({
    where: readers,
    select: { projectId: true },
    distinct: ["projectId"],
  });
  await c.tx.docsSession.updateMany({ where: readers, data: { endedAt: clock.now() } });
  for (const { projectId } of projects) await c.siteChanged(projectId, "readers");
  return ids.length;
}

/** Ends one of the caller's own sessions. False when there is no such open session. */
export async function endSession(
  actor: Extract<Actor, { kind: "user" }>,
  which: { id: string } | { publicHash: Uint8Array<ArrayBuffer> },
): Promise<boolean> {
  const where = { ...which, userId: actor.userId };
  if ((await db.session.count({ where: { AND: [where, { endedAt: null }] } })) === 0) return false;
  return command(actor, async (c) => {
    const ended = await endSessionsWhere(c, where);
    await c.record({
      action: "session.end",
      subjectKind: "user",
      subjectId: actor.userId,
      subjectLabel: actor.username,
    });
    return ended > 0;
  });
}

/** Ends every session of the caller but the one that asks. */
export async function endOtherSessions(actor: Extract<Actor, { kind: "user" }>): Promise<void> {
  await command(actor, async (c) => {
    await endSessionsWhere(c, { userId: actor.userId, id: { not: actor.sessionId } });
    await c.record({
      action: "session.end-others",
      subjectKind: "user",
      subjectId: actor.userId,
      subjectLabel: actor.username,
    });
  });
}

/** Notes that somebody proved in their session who they are; with a passkey, also that it was more than a password. */
export async function proveSession(
  actor: Extract<Actor, { kind: "user" }>,
  { secondFactor }: { secondFactor: boolean },
): Promise<void> {
  const now = clock.now();
  await command(actor, async (c) => {
    const { count } = await c.tx.session.updateMany({
      where: { id: actor.sessionId, endedAt: null },
      data: { authenticatedAt: now, ...(secondFactor && { secondFactorAt: now }) },
    });
    if (count === 0) throw unauthenticated();
    await c.record({
      action: "session.confirm",
      subjectKind: "user",
      subjectId: actor.userId,
      subjectLabel: actor.username,
    });
  });
}

/** Notes that a session is in use, at most once a minute, and lets it live on. Never fails the request that told of it. */
export async function seeSession(session: { id: string; lastSeenAt: Date }): Promise<void> {
  const now = clock.now();
  if (now.getTime() - session.lastSeenAt.getTime() < SEEN_EVERY_MS) return;
  await db.session
    .updateMany({
      where: { id: session.id, endedAt: null },
      data: { lastSeenAt: now, expiresAt: inAMonth() },
    })
    .catch((error: unknown) => log.warn({ err: error }, "session use not noted"));
}

/** Removes the sessions, and the docs sessions, that ended or ran out more than thirty days ago. Returns how many. */
export async function removeOldSessions(): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  const over = { OR: [{ endedAt: { lt: before } }, { expiresAt: { lt: before } }] };
  const readers = await db.docsSession.deleteMany({ where: over });
  const sessions = await db.session.deleteMany({ where: over });
  return readers.count + sessions.count;
}
