import { type Granted, grant } from "#lib/access/rules.ts";
import type { Actor } from "#lib/access/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";

export type FailedJob = {
  id: string;
  name: string;
  created: Date;
  failed: Date | null;
  tries: number;
  output: unknown;
};

/** Jobs that were given up and not yet cleared away by the queue, latest first. */
export async function listFailedJobs(page: PageRequest): Promise<Found<FailedJob>> {
  const [counted, rows] = await Promise.all([
    db.$queryRaw<{ n: number }[]>`select count(*)::int as n from pgboss.job where state = 'failed'`,
    db.$queryRaw<FailedJob[]>`
      select id::text, name, created_on as created, completed_on as failed, retry_count + 1 as tries, output
      from pgboss.job where state = 'failed'
      order by completed_on desc nulls last, id limit ${page.limit}::int offset ${page.offset}::int`,
  ]);
  return { count: counted[0]?.n ?? 0, rows };
}

export type JobRef = { readonly id: string; readonly name: string };
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One job that was given up, for a superuser; 404 for everybody else and for any other job. */
export async function openFailedJob(actor: Actor, id: string): Promise<Granted<"admin", JobRef>> {
  const admin = (actor.kind === "user" || actor.kind === "token") && actor.superuser;
  const rows = uuid.test(id)
    ? await db.$queryRaw<JobRef[]>`
        select id::text, name from pgboss.job where id = ${id}::uuid and state = 'failed'`
    : [];
  return grant<"admin", JobRef>("admin", actor, rows[0] ?? null, { view: admin, admin }, "FailedJob");
}
