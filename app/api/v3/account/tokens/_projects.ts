import type { Actor } from "#lib/access/schema.ts";
import { invalid } from "#lib/platform/errors.ts";
import { findProject } from "#lib/projects/queries.ts";

/** Ids of projects the caller sees, or 400 when there are none or naming the first one that is not there. */
export async function projectIdsOf(actor: Actor, slugs: readonly string[]): Promise<number[]> {
  if (slugs.length === 0) throw invalid({ projects: ["Choose at least one project."] });
  const found = await Promise.all(slugs.map((slug) => findProject(actor, slug)));
  const missing = slugs.find((_, index) => !found[index]);
  if (missing !== undefined) throw invalid({ projects: [`Object with slug=${missing} does not exist.`] });
  return [...new Set(found.flatMap((project) => (project ? [project.id] : [])))];
}
