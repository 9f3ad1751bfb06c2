import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors.ts";
import { lockServable, switchTo } from "#lib/publishing/commands.ts";
import { getPublication, type Publication } from "#lib/publishing/publications/queries.ts";
import { chosenKeptMs, directionOf } from "#lib/publishing/publications/rules.ts";
import type { PublicationInput } from "#lib/publishing/publications/schema.ts";
import type { Version } from "#lib/versions/queries.ts";

/**
 * Publishes an earlier build of a version again, back or forward, from one request to the next. It stays until a build that is
 * asked for from now on has finished, or somebody chooses again: builds that are waiting or running now are kept, but not published
 * by themselves. Throws 400 for a version that is not active, and for a build that is served already or has no files any more.
 */
export async function publishAgain(
  version: Granted<"admin", Version>,
  { build }: PublicationInput,
): Promise<Publication> {
  const id = await command(version.actor, async (c) => {
    const held = await lockServable(c, { projectId: version.projectId, versionId: version.id });
    if (held === null)
      throw invalid([`${version.verboseName} is not active. Activate it first: that also builds it.`]);
    if (held.publishedBuildId === build) throw invalid({ build: [`${build} is what is served already.`] });
    await keepFiles(c, version, build);
    return switchTo(c, held, build, directionOf(held.publishedBuildId, build));
  });
  return getPublication(version, id);
}

/** Writes to the build: the collector, if it is about to take the files, waits for that and leaves them, or has taken them before. */
async function keepFiles(c: Command, version: Version, buildId: number): Promise<void> {
  const { count } = await c.tx.build.updateMany({
    where: { id: buildId, versionId: version.id, success: true, filesState: "kept" },
    data: { filesKeepUntil: new Date(clock.now().getTime() + chosenKeptMs) },
  });
  if (count > 0) return;
  const known = await c.tx.build.count({ where: { id: buildId, versionId: version.id } });
  const why = known === 0 ? `is not a build of ${version.slug}` : "has no files that could be published";
  throw invalid({ build: [`${buildId} ${why}.`] });
}
