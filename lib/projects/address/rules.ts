import type { VersioningScheme } from "#lib/projects/schema.ts";
import { defaultSubprojectPrefix, isLanguage } from "#lib/publishing/rules/address.ts";

/** First segments that lead to the platform's own addresses on every docs host (spec/serving.md 3.2). */
const reserved: ReadonlySet<string> = new Set(["_", "page"]);
const ours = (segment: string): string => `Addresses below /${segment}/ belong to the platform.`;

/** A prefix with one slash at each end and between its segments; `/` when there are none. */
export function normalisePrefix(prefix: string): string {
  const segments = prefix.split("/").filter((segment) => segment !== "");
  return segments.length === 0 ? "/" : `/${segments.join("/")}/`;
}

/** Why a text cannot be a prefix, or null. */
export function prefixProblem(prefix: string): string | null {
  const segments = prefix.split("/").filter((segment) => segment !== "");
  if (/[\p{C}\s?#%\\]/u.test(prefix)) return "Prefixes cannot contain white space, ?, #, % or backslashes.";
  if (segments.some((segment) => segment === "." || segment === ".."))
    return "Prefixes cannot contain . or .. as a segment.";
  const [first] = segments;
  return first !== undefined && reserved.has(first) ? ours(first) : null;
}

/** What decides where a project's own pages and its subprojects lie. */
export interface Prefixes {
  readonly scheme: VersioningScheme;
  readonly customPrefix: string | null;
  readonly subprojectPrefix: string | null;
}

/** Why a subproject would be out of reach under an alias, or would hide its parent's own pages; null when all is well. */
export function aliasConflict(parent: Prefixes, alias: string): string | null {
  const own = parent.customPrefix ?? "/";
  const lead = `${parent.subprojectPrefix ?? defaultSubprojectPrefix}${alias}`;
  const first = lead.split("/", 2)[1] ?? "";
  if (reserved.has(first)) return ours(first);
  if (own.startsWith(`${lead}/`)) return `The project's own pages lie below ${lead}/.`;
  const mayBeLanguage =
    parent.scheme === "multiple_versions_with_translations" && lead.startsWith(own)
      ? (lead.slice(own.length).split("/", 1)[0] ?? "")
      : "";
  return isLanguage(mayBeLanguage) ? `Below ${own}, ${mayBeLanguage} is taken for a language.` : null;
}

/** `aliasConflict` for a change of prefixes or scheme: of the prefix itself and of every alias there is. */
export function prefixConflict(parent: Prefixes, aliases: readonly string[]): string | null {
  for (const alias of ["", ...aliases]) {
    const conflict = aliasConflict(parent, alias);
    if (conflict !== null) return conflict;
  }
  return null;
}
