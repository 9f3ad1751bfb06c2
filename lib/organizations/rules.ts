const SLUG = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
const reserved = new Set(["new", "create", "import", "search", "api", "static", "choose", "check"]);

/** A message unless the slug is a DNS label that no address of ours uses. */
export function organizationSlugRule(slug: string): string | null {
  if (!SLUG.test(slug)) return "Enter lowercase letters, numbers and hyphens only.";
  return reserved.has(slug) ? `"${slug}" is reserved.` : null;
}

/** The slug of a name: its ASCII letters and digits in lower case, joined by hyphens; may come out empty. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[^\p{ASCII}]/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 63)
    .replace(/^-+|-+$/g, "");
}

/** Why an owner may not be removed, or null. An organization is never left without one. */
export const removeOwnerProblem = (ownerCount: number): string | null =>
  ownerCount > 1 ? null : "An organization needs at least one owner. Add another one first.";

/** The teams every organization starts with (spec/api-v3.md 4.10). */
export const firstTeams = [
  { name: "Admins", slug: "admins", access: "admin" },
  { name: "Read Only", slug: "read-only", access: "readonly" },
] as const;

/** Why somebody cannot be added by name. The same words for a stranger and for a name nobody has. */
export const notOfOrganization = (username: string): string =>
  `"${username}" does not belong to this organization. Invite the person by e-mail instead.`;
