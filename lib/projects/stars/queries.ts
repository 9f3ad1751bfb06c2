import type { Granted } from "#lib/access/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import type { Project } from "#lib/projects/queries.ts";

/** The ids of those projects that have the star of whoever opened them. */
export async function findStarred(
  projects: readonly Granted<"view", Project>[],
): Promise<ReadonlySet<number>> {
  const actor = projects[0]?.actor;
  if (actor?.kind !== "user" && actor?.kind !== "token") return new Set();
  const stars = await db.star.findMany({
    where: { userId: actor.userId, projectId: { in: projects.map(({ id }) => id) } },
    select: { projectId: true },
  });
  return new Set(stars.map(({ projectId }) => projectId));
}
