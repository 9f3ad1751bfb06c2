import type { BuildEnvironment } from "#lib/builds/environments/schema.ts";
import { type Lease, LeaseLost } from "#lib/builds/log/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { storableStrings } from "#lib/platform/db/storable.ts";

/**
 * Writes down what a running build's commands run in; a second call replaces the first. Give it variables made by
 * `shownVariables`: private values are never stored. Throws LeaseLost when the worker no longer holds the build.
 */
export async function rememberEnvironment(held: Lease, environment: BuildEnvironment): Promise<void> {
  const written = await db.$executeRaw`
    insert into build_environments (build_id, body)
    select id, ${JSON.stringify(environment, storableStrings)}::jsonb from builds
    where id = ${held.buildId}::int and lease_token = ${held.token}::uuid
    on conflict (build_id) do update set body = excluded.body`;
  if (written === 0) throw new LeaseLost();
}
