import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { stale } from "#lib/platform/errors.ts";
import { lockProject } from "#lib/projects/commands.ts";
import type { Project } from "#lib/projects/queries.ts";
import { findFamily } from "#lib/publishing/queries.ts";
import { differences, recordRedirect } from "#lib/redirects/commands.ts";
import { checkImport, readImport, readRedirects } from "#lib/redirects/imports/queries.ts";
import {
  actionOf,
  type Plan,
  type Planned,
  revisionOf,
  type Stored,
} from "#lib/redirects/imports/rules/plan.ts";
import type { Values } from "#lib/redirects/imports/rules/values.ts";
import type { ImportInput } from "#lib/redirects/imports/schema.ts";
import { redirectFields } from "#lib/redirects/queries.ts";

/**
 * Writes an import, all of it or nothing. Throws 400 as trying it does, and 412 when the caller names a revision of the list that is
 * not there any more.
 */
export async function importRedirects(
  project: Granted<"admin", Project>,
  input: ImportInput,
): Promise<{ after: Stored[]; plan: Plan }> {
  const wanted = readImport(input);
  const family = await findFamily(project.slug);
  const write = async (c: Command) => {
    await lockProject(c, project);
    const before = await readRedirects(c.tx, project.id);
    if (input.revision !== undefined && input.revision !== revisionOf(before)) throw stale();
    const plan = await checkImport(family, before, wanted, input.mode);
    for (const row of plan.removed) {
      await c.tx.redirect.delete({ where: { id: row.id }, select: { id: true } });
      await recordRedirect(c, "redirect.delete", { ...row, project }, differences(row, null));
    }
    for (const [position, planned] of plan.list.entries()) await writePlanned(c, project, planned, position);
    await c.record({
      action: "redirect.import",
      projectId: project.id,
      subjectKind: "project",
      subjectId: project.id,
      subjectLabel: project.slug,
    });
    return { after: await readRedirects(c.tx, project.id), plan };
  };
  return command(project.actor, write, { timeoutMs: 30_000 });
}

async function writePlanned(c: Command, project: Project, planned: Planned, position: number): Promise<void> {
  const action = actionOf(planned, position);
  const { before } = planned;
  const columns = { ...columnsOf(planned.after), position };
  const now = clock.now();
  if (before === null) {
    const created = await c.tx.redirect.create({
      data: { ...columns, projectId: project.id, created: now, modified: now },
      select: redirectFields,
    });
    await recordRedirect(c, "redirect.create", { ...created, project }, differences(null, columns));
  } else if (action !== "keep") {
    const isUpdate = action === "update";
    const updated = await c.tx.redirect.update({
      where: { id: before.id },
      // Those that only move keep what they say of themselves, null included.
      data: { ...(isUpdate ? { ...columns, modified: now } : { position }), rowVersion: { increment: 1 } },
      select: redirectFields,
    });
    if (isUpdate)
      await recordRedirect(c, "redirect.update", { ...updated, project }, differences(before, columns));
  }
}

const columnsOf = ({ type, fromUrl, toUrl, httpStatus, force, enabled, description }: Values) => ({
  ...{ type, fromUrl, toUrl, httpStatus, force, enabled, description },
});
