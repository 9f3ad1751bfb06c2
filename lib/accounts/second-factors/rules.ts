import { Secret, TOTP } from "otpauth";

/** How many recovery codes are made at once. */
export const RECOVERY_CODES = 10;
/** The letters and digits nobody takes for one another; 32 of them, five bits each. */
export const recoveryAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
export const RECOVERY_LETTERS = 10;

const STEP_SECONDS = 30;
/** A clock may be half a minute wrong. */
const STEPS_AROUND = 1;

const totp = (secret: string, username: string): TOTP =>
  new TOTP({ issuer: "Lectern", label: username, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

/** What an authenticator app reads from a picture. */
export const totpUri = (secret: string, username: string): string => totp(secret, username).toString();

/** The half minute (counted from 1970) a code of six digits belongs to, if it is of now or the one before or after; else null. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const delta = totp(secret, "").validate({ token: code, timestamp: now.getTime(), window: STEPS_AROUND });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

export type GivenCode = { kind: "totp" | "recovery"; code: string };

/** What somebody typed where a second factor is asked for: six digits, or a recovery code in any case, with or without its dash. */
export function readCode(typed: string): GivenCode | null {
  const plain = typed.replace(/[\s-]/g, "").toLowerCase();
  if (/^\d{6}$/.test(plain)) return { kind: "totp", code: plain };
  const code = plain.replaceAll("o", "0").replace(/[il]/g, "1");
  return code.length === RECOVERY_LETTERS && [...code].every((letter) => recoveryAlphabet.includes(letter))
    ? { kind: "recovery", code }
    : null;
}

/** As it is shown: two halves. */
export const recoveryCodeText = (code: string): string =>
  `${code.slice(0, RECOVERY_LETTERS / 2)}-${code.slice(RECOVERY_LETTERS / 2)}`;
