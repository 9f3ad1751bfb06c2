import { type Edition, type InstanceSettings, instanceSettings } from "#lib/instance/schema.ts";
import { db } from "#lib/platform/db/client.ts";

export type Instance = { edition: Edition; created: Date; settings: InstanceSettings };

/** The instance as first started, or null before that. */
export async function findInstance(): Promise<Instance | null> {
  const row = await db.instance.findUnique({ where: { id: 1 } });
  return (
    row && { edition: row.edition, created: row.created, settings: instanceSettings.parse(row.settings) }
  );
}
