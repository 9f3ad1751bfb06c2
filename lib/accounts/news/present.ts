import type { AccountNews } from "#lib/accounts/news/rules.ts";
import { paths } from "#lib/paths.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

const sentences: Readonly<Record<AccountNews, { subject: string; happened: string }>> = {
  password: { subject: "Your password was changed", happened: "The password of your account was changed." },
  "email-added": {
    subject: "An e-mail address was added",
    happened:
      "Another address was confirmed for your account. It logs in, and a forgotten password can be renewed by it.",
  },
  "primary-email": {
    subject: "Your main e-mail address was changed",
    happened: "Another address is now the main one of your account. Mail goes there.",
  },
  "email-removed": {
    subject: "Your e-mail address was removed",
    happened: "This address was removed from your account. It does not log in any more.",
  },
  "totp-on": {
    subject: "An authenticator app was added",
    happened: "Logging in to your account now asks for a code of an authenticator app.",
  },
  "totp-off": {
    subject: "The authenticator app was removed",
    happened: "Logging in to your account does not ask for a code of your authenticator app any more.",
  },
  "passkey-added": { subject: "A passkey was added", happened: "A passkey was added to your account." },
  "passkey-removed": {
    subject: "A passkey was removed",
    happened: "A passkey was removed from your account.",
  },
  "recovery-code-used": {
    subject: "A recovery code was used",
    happened: "Somebody logged in to your account with one of its recovery codes. Each works once.",
  },
  "second-factor-guessed": {
    subject: "Somebody knows your password",
    happened:
      "Somebody gave the right password of your account and wrong codes of the second factor, again and again. They did not get in.",
  },
};

/** The mail about a change of how an account is entered. */
export function accountNewsMail(
  username: string,
  news: AccountNews,
): { subject: string; action: string; text: string } {
  const { subject, happened } = sentences[news];
  return {
    subject,
    action: "Change your password",
    text: `Hello ${username},

${happened}

If it was you, all is well. If it was not, change your password at once:

${dashboardUrl(paths.password())}

What was done with your account, and from where, stands in its security log: ${dashboardUrl(paths.securityLog())}
`,
  };
}
