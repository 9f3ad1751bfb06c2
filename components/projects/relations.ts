import type { Relative } from "./family-api.ts";

const organizationOf = ({ organization }: Pick<Relative, "organization">): string | null =>
  organization?.slug ?? null;

/** What keeps two projects apart whatever they shall be to each other, or null. */
function apart(one: Relative, other: Relative): string | null {
  if (!other.permissions.admin) return "You are not an admin of it.";
  if (organizationOf(one) !== organizationOf(other)) return "It belongs to another organization.";
  return null;
}

/**
 * Why `child` cannot be attached below `parent`, as far as the projects at hand tell; null when nothing is known to be in the
 * way. The API decides.
 */
export function subprojectProblem(
  parent: Relative,
  child: Relative,
  all: readonly Relative[],
): string | null {
  const problem = apart(parent, child);
  if (problem !== null) return problem;
  if (child.subproject_of) return `It is a subproject of ${child.subproject_of.slug} already.`;
  if (all.some(({ subproject_of }) => subproject_of?.slug === child.slug))
    return "It has subprojects itself.";
  return null;
}

/** The same for `child` as a translation of `main`, whose translations are in `taken` languages. */
export function translationProblem(
  main: Relative,
  child: Relative,
  all: readonly Relative[],
  taken: readonly string[],
): string | null {
  const problem = apart(main, child);
  if (problem !== null) return problem;
  if (child.translation_of) return `It is a translation of ${child.translation_of.slug} already.`;
  if (all.some(({ translation_of }) => translation_of?.slug === child.slug))
    return "It has translations itself.";
  if (child.language.code === main.language.code) return "It is in the same language.";
  return taken.includes(child.language.code) ? "There is a translation in this language." : null;
}
