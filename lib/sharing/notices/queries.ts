import { clock } from "#lib/platform/clock.ts";
import { selectRows } from "#lib/platform/db/client.ts";
import { usualPolicy } from "#lib/sharing/policies/rules.ts";
import { startOfDay } from "#lib/sharing/rules/lifetime.ts";
import { Prisma } from "#prisma/client/client.ts";

const mostAtOnce = 1_000;

/** A share that ends soon and whose creator wants to hear of it but has not yet. */
export type Ending = { readonly id: number; readonly projectId: number; readonly description: string };

/**
 * The shares to remind of, as many days before their end as the organization says, those that end first to begin with. One that was made
 * for no longer than that is none: whoever made it knows.
 */
export function findEnding(): Promise<Ending[]> {
  const today = startOfDay(clock.now());
  return selectRows<Ending>(Prisma.sql`
    select s.id, s.project_id as "projectId", s.description
    from shares s
    join projects p on p.id = s.project_id and p.deleted_at is null
    join organizations o on o.id = p.organization_id and o.disabled_at is null
    left join share_policies d on d.organization_id = o.id
    cross join lateral (select coalesce(d.remind_days, ${usualPolicy.remindDays}::int) as days) ahead
    where s.revoked_at is null and s.notify_before_end and s.reminded_at is null
      and s.expires >= ${today}::date and s.expires <= ${today}::date + ahead.days
      and ahead.days > 0 and s.length_days > ahead.days
    order by s.expires, s.id
    limit ${mostAtOnce}`);
}
