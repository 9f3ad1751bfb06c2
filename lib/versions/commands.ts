import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { cancelOpenBuilds, createBuild } from "#lib/builds/commands.ts";
import { mayBuild } from "#lib/builds/rules.ts";
import { clock } from "#lib/platform/clock.ts";
import { Problem } from "#lib/platform/errors.ts";
import { retract } from "#lib/publishing/commands.ts";
import type { Version } from "#lib/versions/queries.ts";
import { filesKeptMs } from "#lib/versions/rules.ts";
import type { VersionChanges } from "#lib/versions/schema.ts";

const stale = (): Problem =>
  new Problem("precondition_failed", "It was changed in the meantime. Load it again.");

/**
 * Changes a version and what follows from it (spec/service.md, version activity): a deactivated one is taken off its site and its
 * builds are cancelled, an activated one is built if its project may build. Every change is told to the docs hosts.
 * With `unchanged` the version must still be as the caller saw it, else 412.
 */
export async function updateVersion(
  version: Granted<"admin", Version>,
  changes: VersionChanges,
  options: { unchanged?: boolean } = {},
): Promise<void> {
  const { project } = version;
  await command(version.actor, async (c) => {
    await c.tx.$queryRaw`select id from versions where id = ${version.id} for no key update`;
    const before = await c.tx.version.findUniqueOrThrow({
      where: { id: version.id },
      select: { rowVersion: true, active: true, hidden: true, privacyLevel: true },
    });
    if (options.unchanged && before.rowVersion !== version.rowVersion) throw stale();

    const after = {
      active: changes.active ?? before.active,
      hidden: changes.hidden ?? before.hidden,
      privacyLevel: changes.privacy_level ?? before.privacyLevel,
    };
    const changed = (["active", "hidden", "privacyLevel"] as const).filter(
      (name) => after[name] !== before[name],
    );
    if (changed.length > 0) {
      await c.tx.version.update({
        where: { id: version.id },
        data: { ...after, rowVersion: { increment: 1 }, modified: clock.now() },
        select: { id: true },
      });
    }
    await c.record({
      action: "version.update",
      projectId: project.id,
      subjectKind: "version",
      subjectId: version.id,
      subjectLabel: version.slug,
      changes: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }])),
    });
    if (before.active && !after.active) await deactivate(c, version);
    if (!before.active && after.active) await activate(c, version);
    await c.siteChanged(project.id);
  });
}

async function deactivate(c: Command, version: Version): Promise<void> {
  await retract(c, version, "deactivated");
  const now = clock.now();
  await c.tx.version.update({
    where: { id: version.id },
    data: { deactivatedAt: now, filesPurgeAt: new Date(now.getTime() + filesKeptMs.deactivated) },
    select: { id: true },
  });
  await cancelOpenBuilds(c, { versionId: version.id }, { reason: "deactivated" });
}

async function activate(c: Command, version: Version): Promise<void> {
  await c.tx.version.update({
    where: { id: version.id },
    data: { deactivatedAt: null, filesPurgeAt: null },
    select: { id: true },
  });
  const { project } = version;
  if (mayBuild(project)) await createBuild(c, { project, version, trigger: "activation" });
}
