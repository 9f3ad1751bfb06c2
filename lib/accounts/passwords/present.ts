import { paths } from "#lib/paths.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

/** The mail that carries the code for a new password. Opening its link asks before it spends the code. */
export const resetCodeMail = (
  username: string,
  code: string,
): { subject: string; action: string; text: string } => ({
  subject: "Choose a new password",
  action: "Choose a new password",
  text: `Hello ${username},

Somebody, most likely you, asked for a new password for your Lectern account. Choose one here:

${dashboardUrl(paths.chooseNewPassword(code))}

The link works once, for one hour. If it was not you, do nothing: your password stays as it is.
`,
});
