import {
  type Edition,
  type InstanceSettings,
  instanceSettings,
  type SignUpMode,
} from "#lib/instance/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";

export type Instance = { edition: Edition; created: Date; settings: InstanceSettings };

/** The instance as first started, or null before that. */
export async function findInstance(): Promise<Instance | null> {
  const row = await db.instance.findUnique({ where: { id: 1 } });
  return (
    row && { edition: row.edition, created: row.created, settings: instanceSettings.parse(row.settings) }
  );
}

/** Who may sign up: as operators settled it here, else as SIGN_UP says; and of which domains, empty for all. */
export async function getSignUp(): Promise<{ mode: SignUpMode; emailDomains: readonly string[] }> {
  const instance = await findInstance();
  return {
    mode: instance?.settings.signUp ?? env.SIGN_UP,
    emailDomains: instance?.settings.emailDomains ?? [],
  };
}

/** Whether the database answers within so many milliseconds; whatever is wrong with it, this does not throw. */
export async function isDatabaseReachable(withinMs: number): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), withinMs).unref();
  });
  const answered = db.$queryRaw`select 1`.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]);
}
