import type { Granted } from "#lib/access/rules.ts";
import { type BuildEnvironment, buildEnvironment } from "#lib/builds/environments/schema.ts";
import type { Build } from "#lib/builds/queries.ts";
import { db } from "#lib/platform/db/client.ts";

/** What a build ran in; null until its worker has said so. Whoever may see the build's log may see this. */
export async function findEnvironment(build: Granted<"view", Build>): Promise<BuildEnvironment | null> {
  const row = await db.buildEnvironment.findUnique({ where: { buildId: build.id }, select: { body: true } });
  return row && buildEnvironment.parse(row.body);
}
