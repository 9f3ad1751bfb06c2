import type { DirectoryUser } from "#lib/accounts/directory/queries.ts";
import type { DirectoryUserJson } from "#lib/accounts/directory/schema.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";

export function presentDirectoryUser(row: DirectoryUser): DirectoryUserJson {
  const primary = row.emailAddresses[0];
  return {
    username: row.username,
    name: [row.firstName, row.lastName].filter(Boolean).join(" "),
    email: primary?.address ?? null,
    email_verified: primary !== undefined && primary.verifiedAt !== null,
    superuser: row.isSuperuser,
    active: row.deactivatedAt === null,
    created: wireDate(row.created),
    last_active: wireDateOrNull(row.lastActiveAt),
  };
}
