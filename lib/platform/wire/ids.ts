import { notFound } from "#lib/platform/errors.ts";

const LARGEST_ID = 2 ** 31 - 1;

/**
 * A numeric id from a URL. What is not a number is 404 `Not found.`; a number no row can have is 404 in the words of `what`,
 * the model's name (spec/api-v3.md 1.1).
 */
export function readId(text: string, what: string): number {
  if (!/^\d+$/.test(text)) throw notFound();
  const id = Number(text);
  if (id > LARGEST_ID) throw notFound(what);
  return id;
}
