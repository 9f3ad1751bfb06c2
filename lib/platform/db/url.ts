import { embeddedUrl } from "#lib/platform/db/embedded.ts";
import { env } from "#lib/platform/env.ts";

/** Where this process finds its database: DATABASE_URL, else the embedded server of DATA_DIR (which must have been started). */
export function databaseUrl(): string {
  return env.DATABASE_URL ?? embeddedUrl(env.DATA_DIR);
}
