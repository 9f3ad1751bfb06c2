import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { type Condition, requireUnchanged } from "#lib/platform/db/condition.ts";
import { invalid, notFound } from "#lib/platform/errors.ts";
import { openProject, type Project } from "#lib/projects/queries.ts";
import { lockProjects } from "#lib/projects/subprojects/commands.ts";
import { digestPages } from "#lib/publishing/diffs/jobs.ts";
import { settingFields } from "#lib/publishing/settings/queries.ts";
import type { PublishingChanges } from "#lib/publishing/settings/schema.ts";

/**
 * Changes what a project decides about its published pages. Docs hosts and shared caches follow at once; the pages of another base are
 * read soon after. Throws 400 for a base that is no version of the project, and 412 with `unchanged` when the project is not any
 * more as the caller saw it.
 */
export async function updatePublishing(
  project: Granted<"admin", Project>,
  changes: PublishingChanges,
  options: Condition = {},
): Promise<Granted<"admin", Project>> {
  await command(project.actor, async (c) => {
    // Versions are locked before projects everywhere; while this one is, nobody renames it.
    if (changes.diff_base) await readBase(c, project.id, changes.diff_base);
    await lockProjects(c, [project.id]);
    const before = await c.tx.project.findFirst({
      where: { id: project.id, deletedAt: null },
      select: settingFields,
    });
    if (before === null) throw notFound("Project");
    requireUnchanged(options, project, before);
    const after = {
      robotsNoindex: changes.search_engines === undefined ? before.robotsNoindex : !changes.search_engines,
      diffBase: changes.diff_base === undefined ? before.diffBase : changes.diff_base || null,
      extensionRequests: changes.extension_requests ?? before.extensionRequests,
    };
    await c.tx.project.update({
      where: { id: project.id },
      data: { ...after, rowVersion: { increment: 1 }, modified: clock.now() },
      select: { id: true },
    });
    const names = ["robotsNoindex", "diffBase", "extensionRequests"] as const;
    const changed = names.filter((name) => after[name] !== before[name]);
    await c.record({
      action: "project.update",
      projectId: project.id,
      subjectKind: "project",
      subjectId: project.id,
      subjectLabel: project.slug,
      changes: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }])),
    });
    // Every answer about its pages says whether search engines may list them.
    if (changed.includes("robotsNoindex")) await c.siteChanged(project.id, "project");
  });
  return openProject(project.actor, project.slug, "admin");
}

/** Previews that come next are compared with this version, so that its pages have to be read if it has any. */
async function readBase(c: Command, projectId: number, slug: string): Promise<void> {
  const [base] = await c.tx.$queryRaw<{ published_build_id: number | null }[]>`
    select published_build_id from versions
    where project_id = ${projectId} and slug = ${slug} and type <> 'external' for share`;
  if (base === undefined) throw invalid({ diff_base: [`Object with slug=${slug} does not exist.`] });
  if (base.published_build_id !== null) await c.enqueue(digestPages, { buildId: base.published_build_id });
}
