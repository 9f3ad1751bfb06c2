/** A message unless the name can be a username: ASCII letters, digits and `.`, `_`, `+`, `-`; never an `@`. */
export const usernameRule = (name: string): string | null =>
  /^[A-Za-z0-9._+-]+$/.test(name)
    ? null
    : "Enter a valid username: letters, numbers and the characters . _ + - only.";

/** What a username is unique by. */
export const usernameKey = (name: string): string => name.trim().toLowerCase();

/** A message unless the text can be an e-mail address that is safe in a mail header. */
export const emailRule = (address: string): string | null =>
  /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/.test(address) ? null : "Enter a valid email address.";

/** How the name of a deleted account begins; no username holds a colon. */
export const DELETED_PREFIX = "deleted:";

/** What an e-mail address is compared by. */
export const emailKey = (address: string): string => address.trim().normalize("NFC").toLowerCase();

/** The domain of an e-mail address, small letters. */
export const domainOf = (address: string): string => emailKey(address).split("@").at(-1) ?? "";

export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 256;

/** A message unless the password is long enough. */
export const passwordRule = (password: string): string | null =>
  [...password].length < SHORTEST_PASSWORD
    ? `This password is too short. It must contain at least ${SHORTEST_PASSWORD} characters.`
    : null;

/** A message when the password gives itself away by the person's own name. */
export const passwordProblem = (password: string, username: string): string | null =>
  usernameKey(password) === usernameKey(username) ? "The password is too similar to the username." : null;
