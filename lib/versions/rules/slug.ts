import { transliterate } from "transliteration";

/** Slugs of the versions the platform makes itself; only a branch or tag of exactly that name may take one over. */
export const reservedSlugs = ["latest", "stable"] as const;
/** What stands in the API's addresses where a version's slug stands: no version can have it, a branch of that name gets `bulk_a`. */
export const addressWords = ["bulk"] as const;
export const longestSlug = 255;
/** Room for the letters that make a slug unique. */
const longestPlain = longestSlug - 5;

/** A branch's or tag's name as part of an address (spec/builds.md 12.6). */
export function slugOf(name: string): string {
  const ascii = transliterate(name.replace(/[/%!?]/g, "-").normalize("NFKC"));
  const plain = ascii
    .trim()
    .replace(/\s/g, "-")
    .replace(/[^A-Za-z0-9._-]/g, "")
    .replace(/-{2,}/g, "-")
    .toLowerCase()
    .replace(/^[-._]+/, "");
  return plain.slice(0, longestPlain) || "unknown";
}

/**
 * The slug, or the first of `<slug>_a`, `<slug>_b` … `<slug>_z`, `<slug>_ba` … that is free. `tried` remembers how far each slug
 * has come: a remote may have a hundred thousand names that all become the same one.
 */
export function freeSlug(
  slug: string,
  taken: ReadonlySet<string>,
  tried: Map<string, number> = new Map(),
): string {
  if (!taken.has(slug)) return slug;
  let number = tried.get(slug) ?? 0;
  while (taken.has(`${slug}_${letters(number)}`)) number += 1;
  tried.set(slug, number + 1);
  return `${slug}_${letters(number)}`;
}

function letters(number: number): string {
  const last = String.fromCharCode(97 + (number % 26));
  return number < 26 ? last : letters(Math.floor(number / 26)) + last;
}

/** What is wrong with a slug that somebody chose, in one sentence, or null. */
export function slugProblem(slug: string): string | null {
  if (slug.length > longestSlug) return `Use at most ${longestSlug} characters.`;
  if (!/^[a-z0-9][-._a-z0-9]*$/.test(slug))
    return "Use lower-case letters, digits, dots, dashes and underscores, and start with a letter or digit.";
  if (addressWords.some((word) => word === slug))
    return `“${slug}” has another meaning in the API's addresses. Choose another slug.`;
  if (reservedSlugs.some((reserved) => reserved === slug))
    return `“${slug}” is kept for the version that the platform makes. Choose another slug.`;
  return null;
}
