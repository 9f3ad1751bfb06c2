/** Leaves room for the `--<number>` of a preview host inside the 63 characters of a DNS label. */
const longestSlug = 54;

/** Words the addresses of the dashboard and the API use in a slug's place. */
const reserved: ReadonlySet<string> = new Set([
  "import",
  "create",
  "tags",
  "check",
  "new",
  "search",
  "api",
  "static",
  "choose",
]);

/**
 * The slug a project name gives (spec/api-v3.md 4.1): ASCII, lower case, words joined by single dashes. Empty when nothing is
 * left. It never changes afterwards, even when the name does.
 */
export function projectSlug(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[^\p{ASCII}]/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_\s-]/g, "")
    .trim()
    .replace(/[-_\s]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, longestSlug)
    .replace(/-+$/, "");
}

/** Why a project cannot have this name, or null. Whether the slug is taken is for the database to say. */
export function nameProblem(name: string): string | null {
  const slug = projectSlug(name);
  if (slug === "") return `Invalid project name "${name}": no slug generated.`;
  if (reserved.has(slug)) return `Invalid project name "${name}": the slug "${slug}" is reserved.`;
  return null;
}

export const slugTaken = (slug: string): string => `Project with slug "${slug}" already exists.`;
