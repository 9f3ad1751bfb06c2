/** What the owner of an account is told by mail, because it may have been somebody else. */
export const accountNews = [
  "password",
  "email-added",
  "primary-email",
  "email-removed",
  "totp-on",
  "totp-off",
  "passkey-added",
  "passkey-removed",
  "recovery-code-used",
  "second-factor-guessed",
] as const;
export type AccountNews = (typeof accountNews)[number];
