import { createHmac, timingSafeEqual } from "node:crypto";

/** What the key that signs forms is derived for. */
export const formPurpose = "share-forms";

/** How long a form may stay open, in milliseconds. */
const lastsMs = 12 * 3600 * 1000;

/** The form of one docs host that is sent to `action`, a path without its query. */
interface Form {
  readonly host: string;
  readonly action: string;
}

const signature = ({ host, action }: Form, made: string, key: Buffer): Buffer =>
  createHmac("sha256", key)
    .update(JSON.stringify([host, action, made]))
    .digest();

/**
 * The hidden value that shows a form to be one of ours (spec/serving.md 14.3, CSRF): signed for its host, its address and the time, so that it
 * needs no cookie, which a frame might not have.
 */
export function signForm(form: Form, now: Date, key: Buffer): string {
  const made = now.getTime().toString(36);
  return `${made}.${signature(form, made, key).toString("base64url")}`;
}

/** Whether a value was signed for this very form, not long ago. */
export function isOwnForm(value: string, form: Form, now: Date, keys: readonly Buffer[]): boolean {
  const [made = "", signed = "", ...more] = value.split(".");
  const age = now.getTime() - Number.parseInt(made, 36);
  if (more.length > 0 || !(age >= 0 && age < lastsMs)) return false;
  const given = Buffer.from(signed, "base64url");
  return keys.some((key) => {
    const expected = signature(form, made, key);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
