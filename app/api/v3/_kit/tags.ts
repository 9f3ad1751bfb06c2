import { createHash } from "node:crypto";
import { Problem, stale } from "#lib/platform/errors.ts";

/** The row an answer shows, by which two writers are kept apart. */
export type Tagged = { readonly id: number; readonly rowVersion: number };

const HASH_LENGTH = 12;

const rowTag = ({ id, rowVersion }: Tagged): string => `${id}-${rowVersion}`;

/**
 * The entity tag of an answer: the row and its version, then what was sent. The first part is what a write must repeat; the whole is
 * what a copy is compared with, because an answer also shows more than its row (`expand`, `fields`, other rows, what the caller may).
 */
export function tagOf(entity: Tagged, body: string): string {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, HASH_LENGTH);
  return `"${rowTag(entity)}.${hash}"`;
}

/** The tags of a list such as `"1-2", W/"3-4"`; what is not a tag is none. */
const tagsIn = (header: string): { weak: boolean; tag: string }[] =>
  [...header.matchAll(/(W\/)?"([\x21\x23-\x7e]*)"/g)].map(([, weak, tag = ""]) => ({
    weak: weak !== undefined,
    tag,
  }));

/**
 * If-Match (RFC 9110 13.1.1): refuses with 412 unless one of its tags names the row as it is. Weak tags never match, `*` always
 * does. A resource without tags matches none: a write that was meant to be conditional is not done unconditionally.
 */
export function requireMatch(request: Request, entity: Tagged | undefined): void {
  const expected = request.headers.get("if-match");
  if (expected === null || expected.trim() === "*") return;
  if (!entity)
    throw new Problem("precondition_failed", "This resource has no entity tag; leave If-Match out.");
  const matches = tagsIn(expected).some(({ weak, tag }) => !weak && tag.split(".", 1)[0] === rowTag(entity));
  if (!matches) throw stale();
}

/** If-None-Match (RFC 9110 13.1.2) on reading: whether the caller has this very answer already. Weak tags match as well. */
export function isKnown(request: Request, tag: string): boolean {
  const known = request.headers.get("if-none-match");
  if (known === null) return false;
  return known.trim() === "*" || tagsIn(known).some((one) => `"${one.tag}"` === tag);
}
