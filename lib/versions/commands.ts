import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { cancelOpenBuilds, createBuild } from "#lib/builds/commands.ts";
import { mayBuild } from "#lib/builds/rules.ts";
import { clock } from "#lib/platform/clock.ts";
import { type Condition, requireUnchanged } from "#lib/platform/db/condition.ts";
import { onDuplicate } from "#lib/platform/db/conflict.ts";
import { invalid, notFound } from "#lib/platform/errors.ts";
import { retract } from "#lib/publishing/commands.ts";
import type { Version } from "#lib/versions/queries.ts";
import { defaultVersionStays, filesKeptMs } from "#lib/versions/rules.ts";
import type { SlugChange, VersionChanges } from "#lib/versions/schema.ts";
import type { Prisma } from "#prisma/client/client.ts";

/**
 * Changes a version and what follows from it (spec/service.md, version activity): a deactivated one is taken off its site and its
 * builds are cancelled, an activated one is built if its project may build. Every change is told to the docs hosts.
 * With `unchanged` the version must still be as the caller saw it, else 412. Throws 400 for taking the default version off.
 */
export async function updateVersion(
  version: Granted<"admin", Version>,
  changes: VersionChanges,
  options: Condition = {},
): Promise<void> {
  await command(version.actor, async (c) => {
    const before = await lockVersion(c, version);
    requireUnchanged(options, version, before);
    await changeVersion(c, version, before, changes);
  });
}

/**
 * The same in the caller's transaction, which has locked the version and read it as `before`. Throws 400, and has done nothing then,
 * for taking the default version off. Returns the build that activating it has started, if any.
 */
export async function changeVersion(
  c: Command,
  version: Version,
  before: LockedVersion,
  changes: VersionChanges,
): Promise<number | null> {
  const { project } = version;
  const after = {
    active: changes.active ?? before.active,
    hidden: changes.hidden ?? before.hidden,
    privacyLevel: changes.privacy_level ?? before.privacyLevel,
  };
  if (before.active && !after.active && before.slug === project.defaultVersion)
    throw invalid({ active: [defaultVersionStays(version.verboseName)] });
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
    subjectLabel: before.slug,
    changes: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }])),
  });
  if (before.active && !after.active) await deactivate(c, version);
  const buildId = !before.active && after.active ? await activate(c, version) : null;
  // Of a page made private, copies may be anywhere: a version's own 404 page is shown for others too.
  await c.siteChanged(
    project.id,
    changed.some((name) => name !== "hidden") ? "project" : { versions: [before.slug] },
  );
  return buildId;
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

/** The build this starts; null where the project may not build. */
async function activate(c: Command, version: Version): Promise<number | null> {
  await c.tx.version.update({
    where: { id: version.id },
    data: { deactivatedAt: null, filesPurgeAt: null },
    select: { id: true },
  });
  const { project } = version;
  return mayBuild(project) ? createBuild(c, { project, version, trigger: "activation" }) : null;
}

/**
 * Gives a version another slug, and so other addresses. What was published under the old one is gone at once, and an active version
 * is built again (spec/builds.md 12.6); a default version stays the default, the base of previews their base. Throws 400 for a slug that is taken or cannot be one,
 * and for the platform's own versions.
 */
export async function renameVersion(
  version: Granted<"admin", Version>,
  { slug }: SlugChange,
  options: Condition = {},
): Promise<void> {
  const { project } = version;
  if (version.machine)
    throw invalid({ slug: [`The platform itself makes “${version.slug}”; its slug cannot be changed.`] });
  await command(version.actor, async (c) => {
    const before = await lockVersion(c, version);
    requireUnchanged(options, version, before);
    if (before.slug !== slug) {
      await retract(c, version, "renamed");
      await c.tx.version.update({
        where: { id: version.id },
        data: { slug, rowVersion: { increment: 1 }, modified: clock.now() },
        select: { id: true },
      });
    }
    await c.record({
      action: "version.rename",
      projectId: project.id,
      subjectKind: "version",
      subjectId: version.id,
      subjectLabel: slug,
      changes: { slug: { from: before.slug, to: slug } },
    });
    if (before.slug !== slug && before.active && mayBuild(project))
      await createBuild(c, { project, version: { ...version, slug }, trigger: "activation" });
    await c.tx.project.updateMany({
      where: { id: project.id, defaultVersion: before.slug },
      data: { defaultVersion: slug, rowVersion: { increment: 1 }, modified: clock.now() },
    });
    await renameBase(c, project.id, before.slug, slug);
    await c.siteChanged(project.id, "project");
  }).catch(
    onDuplicate("versions_project_id_slug_key", "slug", `Another version has the slug “${slug}” already.`),
  );
}

/** Pull requests are compared with the version under its new name. */
async function renameBase(c: Command, projectId: number, from: string, to: string): Promise<void> {
  await c.tx.project.updateMany({
    where: { id: projectId, diffBase: from },
    data: { diffBase: to, rowVersion: { increment: 1 }, modified: clock.now() },
  });
  await c.tx.diffBase.updateMany({
    where: { baseSlug: from, version: { projectId } },
    data: { baseSlug: to },
  });
}

/**
 * Lets the files of a version that is not active go now instead of some days after it was deactivated. Throws 400 for an active one.
 */
export async function wipeVersion(version: Granted<"admin", Version>): Promise<void> {
  await command(version.actor, async (c) => {
    const { active } = await lockVersion(c, version);
    if (active)
      throw invalid([
        `${version.verboseName} is active. Deactivate it first: its files are then no longer served.`,
      ]);
    const now = clock.now();
    await c.tx.version.update({
      where: { id: version.id },
      data: { filesPurgeAt: now },
      select: { id: true },
    });
    // The collector comes later, and the version may be active again by then: nobody is to publish these once more.
    const of = { versionId: version.id, filesState: "kept" } as const;
    await c.tx.buildArtifact.deleteMany({ where: { build: of } });
    await c.tx.build.updateMany({ where: of, data: { filesState: "removed", manifestKey: null } });
    await c.record({
      action: "version.wipe",
      projectId: version.projectId,
      subjectKind: "version",
      subjectId: version.id,
      subjectLabel: version.slug,
    });
  });
}

/**
 * Takes versions that are not active away for good, in the caller's transaction, which holds their rows. Their builds stay, with the
 * names they had (spec/builds.md 12.8).
 */
export async function removeVersions(c: Command, versionIds: readonly number[]): Promise<void> {
  if (versionIds.length === 0) return;
  const ids = [...versionIds];
  await c.tx.$executeRaw`delete from publications where version_id = any(${ids}::int[])`;
  await c.tx.$executeRaw`update builds set version_id = null where version_id = any(${ids}::int[])`;
  await c.tx.$executeRaw`delete from versions where id = any(${ids}::int[])`;
}

const lockedFields = {
  id: true,
  slug: true,
  rowVersion: true,
  active: true,
  hidden: true,
  privacyLevel: true,
} as const satisfies Prisma.VersionSelect;
/** What a version is while its row is held. */
export type LockedVersion = Prisma.VersionGetPayload<{ select: typeof lockedFields }>;

/** Holds versions and reads them again, by id; those that are gone are missing. Always in the same order, whoever asks. */
export async function lockVersions(
  c: Command,
  versions: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, LockedVersion>> {
  const ids = versions.map(({ id }) => id);
  await c.tx.$queryRaw`select id from versions where id = any(${ids}::int[]) order by id for no key update`;
  const rows = await c.tx.version.findMany({ where: { id: { in: ids } }, select: lockedFields });
  return new Map(rows.map((row) => [row.id, row]));
}

async function lockVersion(c: Command, version: Version): Promise<LockedVersion> {
  const row = (await lockVersions(c, [version])).get(version.id);
  if (!row) throw notFound("Version");
  return row;
}
