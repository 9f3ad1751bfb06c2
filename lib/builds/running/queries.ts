import type { SignedIn } from "#lib/access/schema.ts";
import type { BuildState } from "#lib/builds/runs/schema.ts";
import { selectRows } from "#lib/platform/db/client.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import { memberCondition } from "#lib/projects/queries.ts";
import { Prisma } from "#prisma/client/client.ts";

/** A build that has not ended, as the people of its project see it. */
export type RunningBuild = {
  readonly id: number;
  readonly versionSlug: string | null;
  readonly commit: string | null;
  readonly state: BuildState;
  readonly created: Date;
  readonly slug: string;
  readonly name: string;
};

/**
 * The builds that run or wait in projects the caller has a part in, newest first. Every open dashboard asks again and again, so it
 * is one statement over the few builds that have not ended.
 */
export async function listRunningBuilds(actor: SignedIn, page: PageRequest): Promise<Found<RunningBuild>> {
  // Written out as the condition of `builds_open_idx` is, so that the planner knows it again.
  const rows = await selectRows<RunningBuild & { total: number }>(Prisma.sql`
    select b.id, v.slug as "versionSlug", b.commit, b.state, b.created, p.slug, p.name,
      count(*) over ()::int as total
    from builds b
    join projects p on p.id = b.project_id and p.deleted_at is null
    left join versions v on v.id = b.version_id
    where b.state in ('triggered', 'cloning', 'installing', 'building', 'uploading') and ${memberCondition(actor)}
    order by b.created desc, b.id desc limit ${page.limit} offset ${page.offset}`);
  const [first] = rows;
  if (first) return { count: first.total, rows };
  return page.offset === 0
    ? { count: 0, rows }
    : { ...(await listRunningBuilds(actor, { limit: 1, offset: 0 })), rows };
}
