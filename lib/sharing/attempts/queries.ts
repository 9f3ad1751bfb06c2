import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { networkOf } from "#lib/platform/peer/peer.ts";
import { knownForDays } from "#lib/sharing/attempts/rules.ts";
import { dayMs } from "#lib/sharing/rules/lifetime.ts";

/** Whether a password of the project was right lately from the network of `address`. */
export async function hasBeenLetIn({
  projectId,
  address,
}: {
  projectId: number;
  address: string;
}): Promise<boolean> {
  const since = new Date(clock.now().getTime() - knownForDays * dayMs);
  const rows = await db.$queryRaw<unknown[]>`
    select 1
    from share_sessions
    join share_secrets on share_secrets.id = share_sessions.secret_id
    where share_secrets.project_id = ${projectId}
      and share_secrets.kind = 'password'
      and share_sessions.created >= ${since}
      and share_sessions.address::inet <<= ${networkOf(address)}::inet
    limit 1`;
  return rows.length > 0;
}
