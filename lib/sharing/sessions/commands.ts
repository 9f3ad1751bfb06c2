import { isIP } from "node:net";
import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { notFound } from "#lib/platform/errors.ts";
import { beforeNewSession } from "#lib/sharing/attempts/commands.ts";
import type { Share } from "#lib/sharing/queries.ts";
import { dayMs, recordDays, startOfDay } from "#lib/sharing/rules/lifetime.ts";
import { readSessionId } from "#lib/sharing/sessions/rules.ts";

/** Where a browser comes from; `host` is the docs host it asks, port included. */
interface Caller {
  readonly host: string;
  readonly address: string;
  readonly client: string;
}

/** Why a session has ended, for the record. */
export type EndReason = "left" | "ended" | "rotated" | "narrowed" | "revoked" | "recipient_revoked";

export type Started = { readonly id: string } | { readonly waitSeconds: number };

const visitor = ({ address, client }: Caller) => ({ kind: "visitor", address, client }) as const;

/**
 * A browser has opened a link or given a password: returns the id of its session. It goes on with one of `held` (genuine ids of its
 * cookie) where that was begun on this host with the same secret, so that coming again and again does not make it forget its other
 * shares. Null when share, recipient or secret have ended meanwhile; the seconds to wait where too many were begun from its network.
 */
export async function startShareSession(
  { id: secretId, projectId }: { readonly id: number; readonly projectId: number },
  caller: Caller & { readonly held: readonly string[] },
): Promise<Started | null> {
  const { host, address, client } = caller;
  const known = await db.shareSession.findFirst({
    where: { id: { in: [...caller.held] }, secretId, host, endedAt: null },
    orderBy: [{ created: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  if (known !== null) return known;
  const waitSeconds = await beforeNewSession({ projectId, address });
  if (waitSeconds !== null) return { waitSeconds };
  return command(visitor(caller), async (c) => {
    const opened = await lockLive(c, secretId);
    if (opened === null) throw new Gone();
    const now = clock.now();
    const session = await c.tx.shareSession.create({
      data: {
        shareId: opened.shareId,
        recipientId: opened.recipientId,
        secretId,
        host,
        created: now,
        lastSeenAt: now,
        address: isIP(address) ? address : null,
        client: client.replaceAll("\0", "").slice(0, 500),
      },
      select: { id: true },
    });
    await c.record({
      action: "share_session.start",
      projectId: opened.projectId,
      subjectKind: "share",
      subjectId: opened.shareId,
      subjectLabel: opened.description,
    });
    return session;
  }).catch(nullWhenGone);
}

/**
 * Holding the share makes a revocation wait, and then end this session as well. What is read after that is how whoever held it before
 * has left it.
 */
async function lockLive(c: Command, secretId: number) {
  await c.tx.$queryRaw`
    select 1 from shares where id = (select share_id from share_secrets where id = ${secretId}) for share`;
  const now = clock.now();
  const rows = await c.tx.$queryRaw<
    { shareId: number; projectId: number; recipientId: number | null; description: string }[]
  >`
    select s.id as "shareId", s.project_id as "projectId", k.recipient_id as "recipientId", s.description
    from share_secrets k
    join shares s on s.id = k.share_id
    left join share_recipients r on r.id = k.recipient_id
    where k.id = ${secretId} and k.retired_at is null and (k.valid_until is null or k.valid_until > ${now})
      and s.revoked_at is null and s.expires >= ${startOfDay(now)}::date and r.revoked_at is null`;
  return rows[0] ?? null;
}

/**
 * Ends those of the sessions that are still open, in the caller's command, which records why; docs hosts are told. Returns how many
 * there were.
 */
export async function endShareSessions(
  c: Command,
  which:
    | { readonly ids: readonly string[] }
    | { readonly secretIds: readonly number[] }
    | { readonly shareId: number }
    | { readonly recipientId: number },
  reason: EndReason,
): Promise<number> {
  const ended = await c.tx.shareSession.updateManyAndReturn({
    where: { ...asWhere(which), endedAt: null },
    data: { endedAt: clock.now(), endReason: reason },
    select: { shareId: true },
  });
  const projects = await c.tx.share.findMany({
    where: { id: { in: ended.map(({ shareId }) => shareId) } },
    distinct: ["projectId"],
    select: { projectId: true },
  });
  for (const { projectId } of projects) await c.siteChanged(projectId, "readers");
  return ended.length;
}

type Which = Parameters<typeof endShareSessions>[1];

function asWhere(which: Which) {
  if ("ids" in which) return { id: { in: [...which.ids] } };
  if ("secretIds" in which) return { secretId: { in: [...which.secretIds] } };
  return which;
}

/** Ends one session of a share: its browser is asked for a secret again. Throws 404 when the share has no such session, or it has ended. */
export async function endShareSession(share: Granted<"admin", Share>, id: string): Promise<void> {
  const session = await db.shareSession.findFirst({
    where: { id: readSessionId(id), shareId: share.id },
    select: { id: true },
  });
  if (!session) throw notFound("ShareSession");
  await command(share.actor, async (c) => {
    if ((await endShareSessions(c, { ids: [session.id] }, "ended")) === 0) throw notFound("ShareSession");
    await c.record({
      action: "share_session.end",
      projectId: share.projectId,
      subjectKind: "share",
      subjectId: share.id,
      subjectLabel: share.description,
    });
  });
}

/** Ends the sessions a browser has brought, because its reader is done; those of other hosts go on. */
export async function leaveShares(ids: readonly string[], caller: Caller): Promise<void> {
  const open = await db.shareSession.findMany({
    where: { id: { in: [...ids] }, host: caller.host, endedAt: null },
    orderBy: { id: "asc" },
    select: { id: true, share: { select: { id: true, projectId: true, description: true } } },
  });
  for (const { id, share } of open) {
    await command(visitor(caller), async (c) => {
      if ((await endShareSessions(c, { ids: [id] }, "left")) === 0) throw new Gone();
      await c.record({
        action: "share_session.end",
        projectId: share.projectId,
        subjectKind: "share",
        subjectId: share.id,
        subjectLabel: share.description,
      });
    }).catch(nullWhenGone);
  }
}

const batch = 10_000;

/**
 * Removes sessions that ended `recordDays` ago, because somebody ended them or their share, recipient or secret did. Returns how many.
 * Each batch is done by itself, so whoever stops it loses nothing.
 */
export async function removeOldShareSessions(): Promise<number> {
  const before = new Date(clock.now().getTime() - recordDays * dayMs);
  for (let removed = 0; ; ) {
    const count = await db.$executeRaw`
      delete from share_sessions where id in (
        select session.id from share_sessions session
        join shares share on share.id = session.share_id
        join share_secrets secret on secret.id = session.secret_id
        left join share_recipients recipient on recipient.id = session.recipient_id
        where least(session.ended_at, share.revoked_at, (share.expires + 1)::timestamp at time zone 'UTC', secret.retired_at,
          secret.valid_until, recipient.revoked_at) < ${before}
        limit ${batch})`;
    removed += count;
    if (count < batch) return removed;
  }
}

/** Somebody else was faster. */
class Gone extends Error {
  readonly code = "gone";
}

function nullWhenGone(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "gone") return null;
  throw error;
}
