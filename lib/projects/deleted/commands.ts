import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors.ts";
import { familyOf } from "#lib/projects/commands.ts";
import type { DeletedProject } from "#lib/projects/deleted/queries.ts";
import { purgedAfter } from "#lib/projects/deleted/rules.ts";
import { openProject, type Project } from "#lib/projects/queries.ts";
import { resumePublications } from "#lib/publishing/commands.ts";
import { filesKeptMs } from "#lib/versions/rules.ts";

/**
 * Takes the deletion of a project back: it is in lists and on its hosts again with what it served, its people, shares and relations,
 * as far as nothing has taken their place meanwhile. Builds that were cancelled stay so. Throws 404 when somebody was faster, or
 * the time is over.
 */
export async function restoreProject(
  project: Granted<"admin", DeletedProject>,
): Promise<Granted<"admin", Project>> {
  const { id, actor, slug, deletedAt } = project;
  await command(actor, async (c) => {
    // As in deleting: versions first.
    await c.tx.$queryRaw`select id from versions where project_id = ${id} order by id for no key update`;
    const now = clock.now();
    const { count } = await c.tx.project.updateMany({
      where: { id, deletedAt, purgedAt: null, purgeAt: { gt: purgedAfter(now) } },
      data: {
        deletedAt: null,
        deletedById: null,
        purgeAt: null,
        rowVersion: { increment: 1 },
        modified: now,
      },
    });
    if (count === 0) throw notFound("Project");
    await keepVersionFiles(c, id);
    await resumePublications(c, id, deletedAt);
    await c.record({
      action: "project.restore",
      projectId: id,
      subjectKind: "project",
      subjectId: id,
      subjectLabel: slug,
    });
    for (const relative of await familyOf(c, id))
      await c.siteChanged(relative, relative === id ? "all" : "project");
  });
  return openProject(actor, slug, "admin");
}

/** The files of inactive versions are kept as long as they would have been; those of the others as long as they are. */
const keepVersionFiles = (c: Command, projectId: number) =>
  c.tx.$executeRaw`
    update versions set files_purge_at = case
      when active or deactivated_at is null then null
      else deactivated_at + make_interval(secs => ${filesKeptMs.deactivated / 1000}::float8) end
    where project_id = ${projectId}`;
