import { isIP } from "node:net";
import type { Actor } from "#lib/access/schema.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db, type Tx, transaction } from "#lib/platform/db/client.ts";
import { storableStrings, storableText } from "#lib/platform/db/storable.ts";
import { conflict, isProblem } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { tellFirstUse } from "#lib/sharing/notices/commands.ts";
import { dayMs, startOfDay } from "#lib/sharing/rules/lifetime.ts";
import { dailyUse, isUse } from "#lib/sharing/use/rules/daily.ts";
import type { Sample, UseBatch, Visit } from "#lib/sharing/use/schema.ts";

/** `last_used_at` moves at most so often, in seconds (spec/serving.md 14.3). */
const lastUsedSeconds = 300;

/**
 * Writes down what readers with shares did: all of it or, when it throws, nothing. What processes write down adds up. The history gets
 * the first use of a share, and the first refusal of each day; both of a share that meanwhile is gone are nothing any more.
 */
export async function recordUse({ visits, samples }: UseBatch): Promise<void> {
  const shares = await transaction(async (tx) => {
    // Held in one order, so that processes which write at once wait for each other and never both ways.
    const held = await tx.$queryRaw<Held[]>`
      select id, first_used_at is not null as "isUsed", refused_on as "refusedOn" from shares
      where id = any(${[...new Set(visits.map(({ shareId }) => shareId))]}::int[]) order by id for no key update`;
    const known = new Set(held.map(({ id }) => id));
    const ofKnown = visits.filter(({ shareId }) => known.has(shareId));
    const begun = await addToSessions(tx, ofKnown);
    await addToDays(tx, ofKnown, begun);
    await addAccesses(
      tx,
      samples.filter(({ shareId }) => known.has(shareId)),
    );
    await moveLastUse(tx, ofKnown);
    return held;
  });
  // What could not be recorded here, the next use records; the rest must not be written down twice.
  await recordFirsts(shares, visits).catch((error: unknown) =>
    log.warn({ err: error }, "could not record the first use of a share"),
  );
}

interface Held {
  readonly id: number;
  readonly isUsed: boolean;
  readonly refusedOn: Date | null;
}

async function recordFirsts(shares: Iterable<Held>, visits: readonly Visit[]): Promise<void> {
  const today = startOfDay(clock.now());
  for (const { id, isUsed, refusedOn } of shares) {
    const used = isUsed ? undefined : visits.find((visit) => visit.shareId === id && isUse(visit));
    if (used) await recordFirstUse(used);
    if (refusedOn !== null && refusedOn >= today) continue;
    const refused = visits.find((visit) => visit.shareId === id && visit.refused > 0);
    if (refused) await recordFirstRefusal(refused, today);
  }
}

const asJson = (rows: readonly object[]): string => JSON.stringify(rows, storableStrings);

/** Returns the sessions of which this is the first use. */
async function addToSessions(tx: Tx, visits: readonly Visit[]): Promise<Set<string>> {
  const rows = visits.flatMap(({ sessionId, pages, downloads, lastAt }) =>
    sessionId === null ? [] : [{ id: sessionId, pages, downloads, last: new Date(lastAt) }],
  );
  if (rows.length === 0) return new Set();
  const begun = await tx.$queryRaw<{ id: string; isFirst: boolean }[]>`
    with noted as (
      select id, sum(pages)::int as pages, sum(downloads)::int as downloads, max(last) as last
      from jsonb_to_recordset(${asJson(rows)}::jsonb) as row(id uuid, pages int, downloads int, last timestamptz)
      group by id
    )
    update share_sessions as session
    set pages = session.pages + noted.pages, downloads = session.downloads + noted.downloads,
      last_seen_at = greatest(session.last_seen_at, noted.last)
    from noted where session.id = noted.id
    returning session.id::text as id,
      session.pages + session.downloads = noted.pages + noted.downloads as "isFirst"`;
  return new Set(begun.filter(({ isFirst }) => isFirst).map(({ id }) => id));
}

async function addToDays(tx: Tx, visits: readonly Visit[], begun: ReadonlySet<string>): Promise<void> {
  const rows = dailyUse(visits, begun);
  if (rows.length === 0) return;
  await tx.$executeRaw`
    insert into share_use_daily as kept (share_id, recipient_id, day, sessions, pages, downloads, refused)
    select "shareId", "recipientId", day, sessions, pages, downloads, refused
    from jsonb_to_recordset(${asJson(rows)}::jsonb)
      as row("shareId" int, "recipientId" int, day date, sessions int, pages int, downloads int, refused int)
    on conflict (share_id, recipient_id, day) do update set sessions = kept.sessions + excluded.sessions,
      pages = kept.pages + excluded.pages, downloads = kept.downloads + excluded.downloads,
      refused = kept.refused + excluded.refused`;
}

async function addAccesses(tx: Tx, samples: readonly Sample[]): Promise<void> {
  if (samples.length === 0) return;
  const rows = samples.map(({ at, address, ...sample }) => ({
    ...sample,
    at: new Date(at),
    address: isIP(address) ? address : null,
  }));
  await tx.$executeRaw`
    insert into share_accesses (at, share_id, recipient_id, session_id, path, granted, address, client)
    select at, "shareId", "recipientId", "sessionId", path, granted, address, client
    from jsonb_to_recordset(${asJson(rows)}::jsonb) as row(at timestamptz, "shareId" int, "recipientId" int,
      "sessionId" uuid, path text, granted boolean, address text, client text)
    order by at`;
}

async function moveLastUse(tx: Tx, visits: readonly Visit[]): Promise<void> {
  const rows = visits.filter(({ pages, downloads, others }) => pages + downloads + others > 0);
  if (rows.length === 0) return;
  await tx.$executeRaw`
    update shares set last_used_at = used.at
    from (
      select id, max(at) as at from jsonb_to_recordset(
        ${asJson(rows.map(({ shareId, lastAt }) => ({ id: shareId, at: new Date(lastAt) })))}::jsonb
      ) as row(id int, at timestamptz) group by id
    ) as used
    where shares.id = used.id
      and (last_used_at is null or last_used_at <= used.at - make_interval(secs => ${lastUsedSeconds}))`;
}

async function recordFirstUse(visit: Visit): Promise<void> {
  await command(visitorOf(visit), async (c) => {
    const { count } = await c.tx.share.updateMany({
      where: { id: visit.shareId, firstUsedAt: null },
      data: { firstUsedAt: new Date(visit.lastAt) },
    });
    if (count === 0) throw recordedAlready();
    await record(c, "share.first_use", visit);
    await tellFirstUse(c, { id: visit.shareId });
  }).catch(ignoreRecorded);
}

async function recordFirstRefusal(visit: Visit, today: Date): Promise<void> {
  await command(visitorOf(visit), async (c) => {
    const { count } = await c.tx.share.updateMany({
      where: { id: visit.shareId, OR: [{ refusedOn: null }, { refusedOn: { lt: today } }] },
      data: { refusedOn: today },
    });
    if (count === 0) throw recordedAlready();
    await record(c, "share.refuse", visit);
  }).catch(ignoreRecorded);
}

/** Another process was first, or the share has been removed. */
const recordedAlready = () => conflict("It is recorded already.");

function ignoreRecorded(error: unknown): void {
  if (!isProblem(error) || error.code !== "conflict") throw error;
}

const visitorOf = ({ address, client }: Visit): Actor => ({ kind: "visitor", address, client });

async function record(c: Command, action: string, visit: Visit): Promise<void> {
  const { projectId, description, accessType } = await c.tx.share.findUniqueOrThrow({
    where: { id: visit.shareId },
    select: { projectId: true, description: true, accessType: true },
  });
  const recipient = await c.tx.shareRecipient.findUnique({
    where: { id: visit.recipientId },
    select: { name: true },
  });
  await c.record({
    action,
    projectId,
    subjectKind: "share",
    subjectId: visit.shareId,
    subjectLabel: description,
    changes: {
      type: accessType,
      path: storableText(visit.path),
      ...(recipient && { recipient: recipient.name }),
    },
  });
}

/** How long single accesses are kept, in days. */
const accessDays = 90;
const batch = 10_000;

/** Removes single accesses that are older than 90 days. Returns how many. */
export async function removeOldAccesses(): Promise<number> {
  const before = new Date(clock.now().getTime() - accessDays * dayMs);
  for (let removed = 0; ; ) {
    const count = await db.$executeRaw`
      delete from share_accesses where id in (
        select id from share_accesses where at < ${before} order by at limit ${batch})`;
    removed += count;
    if (count < batch) return removed;
  }
}
