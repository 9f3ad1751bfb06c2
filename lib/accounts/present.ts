import type { Account } from "#lib/accounts/queries.ts";
import type { AccountJson } from "#lib/accounts/schema.ts";
import { apiPaths } from "#lib/paths.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

export function presentAccount(row: Account): AccountJson {
  const primary = row.emailAddresses[0];
  return {
    id: row.id,
    username: row.username,
    first_name: row.firstName,
    last_name: row.lastName,
    email: primary?.address ?? null,
    email_verified: primary !== undefined && primary.verifiedAt !== null,
    language: row.language,
    time_zone: row.timeZone,
    superuser: row.isSuperuser,
    created: wireDate(row.created),
    _links: {
      _self: dashboardUrl(apiPaths.account()),
      tokens: dashboardUrl(apiPaths.tokens()),
      sessions: dashboardUrl(apiPaths.sessions()),
      emails: dashboardUrl(apiPaths.emails()),
      two_factor: dashboardUrl(apiPaths.twoFactor()),
      security_log: dashboardUrl(apiPaths.securityLog()),
    },
  };
}
