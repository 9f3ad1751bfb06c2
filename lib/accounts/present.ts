import type { Account } from "#lib/accounts/queries.ts";
import type { AccountJson } from "#lib/accounts/schema.ts";
import { apiPaths, paths } from "#lib/paths.ts";
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
    },
  };
}

/** The mail that carries the code of an address. Opening its link asks before it spends the code: scanners open links too. */
export const emailCodeMail = (username: string, code: string): { subject: string; text: string } => ({
  subject: "Confirm your e-mail address",
  text: `Hello ${username},

somebody, most likely you, gave this address to a Lectern account. Confirm that it is yours:

${dashboardUrl(paths.confirmEmail(code))}

The link works for three days. If it was not you, do nothing.
`,
});
