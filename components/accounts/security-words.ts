const words: Readonly<Record<string, string>> = {
  "account.create": "Account created",
  "account.update": "Profile changed",
  "account.email.add": "E-mail address added",
  "account.email.resend": "New link asked for",
  "account.email.verify": "E-mail address confirmed",
  "account.email.primary": "Main e-mail address changed",
  "account.email.remove": "E-mail address removed",
  "account.password.change": "Password changed",
  "account.password.request": "New password asked for",
  "account.password.reset": "New password chosen by link",
  "account.totp.start": "Authenticator app begun",
  "account.totp.add": "Authenticator app added",
  "account.totp.remove": "Authenticator app removed",
  "account.passkey.add": "Passkey added",
  "account.passkey.remove": "Passkey removed",
  "account.recovery-codes.renew": "Recovery codes made",
  "account.recovery-codes.use": "Recovery code used",
  "account.second-factor.refuse": "Wrong code at log-in",
  "session.start": "Logged in",
  "session.end": "Signed out",
  "session.end-others": "Signed out everywhere else",
  "session.confirm": "Identity confirmed",
  "token.create": "API token created",
  "token.revoke": "API token deleted",
  "token.update": "API token changed",
  "token.undo_revoke": "API token brought back",
  "token.rotate": "API token replaced",
};

/** What happened, in words; what has none yet is shown by its name. */
export const securityWords = (action: string): string =>
  words[action] ?? action.replace(/^account\./, "").replaceAll(/[.-]/g, " ");
