import type { Email } from "#lib/accounts/emails/queries.ts";
import type { EmailJson } from "#lib/accounts/emails/schema.ts";
import { apiPaths, paths } from "#lib/paths.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

export const presentEmail = (row: Email): EmailJson => ({
  id: row.id,
  address: row.address,
  primary: row.isPrimary,
  verified: row.verifiedAt !== null,
  _links: { _self: dashboardUrl(apiPaths.email(row.id)) },
});

/** The mail that carries the code of an address. Opening its link asks before it spends the code: scanners open links too. */
export const emailCodeMail = (
  username: string,
  code: string,
): { subject: string; action: string; text: string } => ({
  subject: "Confirm your e-mail address",
  action: "Confirm address",
  text: `Hello ${username},

Somebody, most likely you, gave this address to a Lectern account. Confirm that it is yours:

${dashboardUrl(paths.confirmEmail(code))}

The link works for three days. If it was not you, do nothing.
`,
});
