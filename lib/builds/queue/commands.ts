import { noticeEventOf } from "#lib/builds/notices/rules.ts";
import { runningStates } from "#lib/builds/rules.ts";
import type { Tx } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { Prisma } from "#prisma/client/client.ts";

/** `wait_reason` of a build whose group runs as many builds as it may. */
const limitReached = "concurrency";
const limitNotice = "build:user:concurrency-limit-reached";

/** The advisory lock of claims: they are counted against limits, so that they go one by one. */
const claims = 5_271_906;

// Written out, not bound: only so are the partial indexes of running builds used.
const running = Prisma.raw(runningStates.map((state) => `'${state}'::build_state`).join(", "));

/**
 * Which builds share a limit (spec/builds.md 2.5): those of an organization, else those of a project and its translations.
 * `p` is the project.
 */
const group = Prisma.raw("coalesce(-p.organization_id, p.translation_of_id, p.id)");

/** How many builds run in each group. */
const busyGroups = Prisma.sql`
  select ${group} as key, count(*)::int as running
  from builds join projects as p on p.id = builds.project_id
  where builds.state in (${running}) group by 1`;

/** Waiting builds with what their limit needs: `p` the project, `o` its organization, `busy` what its group runs. */
const waitingBuilds = Prisma.sql`
  builds as waiting join projects as p on p.id = waiting.project_id
  left join organizations as o on o.id = p.organization_id
  left join busy on busy.key = ${group}`;

/** How many builds of its group may run beside a waiting one, itself included. */
const limit = () => Prisma.sql`
  coalesce(p.max_concurrent_builds, o.max_concurrent_builds, ${env.CONCURRENT_BUILDS}::int)`;

/** A waiting build that may start. */
export type NextBuild = { readonly id: number; readonly projectId: number };

/**
 * Finds and locks the build to start next, or null: among groups below their limit the one that runs least, so that none keeps the
 * others waiting; there the most urgent, then the oldest. Until the transaction ends nobody else finds any, so that
 * two workers never exceed a limit together.
 */
export async function takeNextBuild(tx: Tx): Promise<NextBuild | null> {
  // A worker that stops in the middle keeps the others waiting for no longer than this.
  await tx.$executeRaw`set local idle_in_transaction_session_timeout = '5s'`;
  await tx.$executeRaw`select pg_advisory_xact_lock(${claims})`;
  const [next] = await tx.$queryRaw<(NextBuild & { waitReason: string | null })[]>`
    with busy as (${busyGroups})
    select waiting.id, waiting.project_id as "projectId", waiting.wait_reason as "waitReason" from ${waitingBuilds}
    where waiting.state = 'triggered' and coalesce(busy.running, 0) < ${limit()} and not exists (
      select from builds as other where other.version_id = waiting.version_id and other.state in (${running})
    )
    order by waiting.priority desc, coalesce(busy.running, 0), waiting.created, waiting.id
    limit 1 for update of waiting skip locked`;
  if (!next) return null;
  if (next.waitReason === limitReached) await forgetWait(tx, next.id);
  return next;
}

/** What was said about waiting is over when a build starts or is cancelled: it is no part of its story. */
export async function forgetWait(tx: Tx, buildId: number): Promise<void> {
  await tx.notice.deleteMany({ where: { buildId, messageId: limitNotice } });
  await tx.$executeRaw`
    delete from build_events
    where build_id = ${buildId}::int and kind = 'notice' and body ->> 'message_id' = ${limitNotice}`;
}

/** Tells the waiting builds of a project's group that its limit keeps them waiting, if it does and they do not know yet. */
export async function noteLimitReached(tx: Tx, projectId: number): Promise<void> {
  const found = await tx.$queryRaw<{ id: number; limit: number }[]>`
    with busy as (${busyGroups})
    select waiting.id, ${limit()} as "limit" from ${waitingBuilds}
    where waiting.state = 'triggered' and waiting.wait_reason is distinct from ${limitReached}
      and busy.key = (select ${group} from projects as p where p.id = ${projectId}::int) and busy.running >= ${limit()}
    order by waiting.id for update of waiting skip locked`;
  if (found.length === 0) return;
  const told = found.map(({ id, limit }) => ({ id, limit, body: noticeEventOf(limitNotice, { limit }) }));
  await tx.$queryRaw`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (id int, "limit" int, body jsonb)
    ), marked as (
      update builds set wait_reason = ${limitReached}, next_sequence = next_sequence + 1
      from told where builds.id = told.id
      returning builds.id, next_sequence - 1 as sequence
    ), added as (
      insert into build_events (build_id, sequence, kind, body)
      select marked.id, marked.sequence, 'notice', told.body from marked join told on told.id = marked.id
    ), noted as (
      insert into notices (build_id, message_id, "values")
      select id, ${limitNotice}, jsonb_build_object('limit', "limit") from told on conflict do nothing
    )
    select pg_notify('build_events', id::text)::text from told`;
}
