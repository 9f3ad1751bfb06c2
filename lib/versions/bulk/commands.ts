import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { createBuild, wishTrigger } from "#lib/builds/commands.ts";
import { mayBuild } from "#lib/builds/rules.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { BulkChanges, BulkOutcome } from "#lib/versions/bulk/schema.ts";
import { changeVersion, type LockedVersion, lockVersions } from "#lib/versions/commands.ts";
import { findVersions, type Version } from "#lib/versions/queries.ts";
import { defaultVersionStays } from "#lib/versions/rules.ts";

/** One transaction holds so many versions: few enough that builds and readers do not wait for all of them. */
const perCommand = 100;

/**
 * Changes many versions of a project alike, some hundreds in one command each. A version that cannot be changed is named with the
 * reason and keeps none of the others back. Asking again after a failure changes only what is left, but builds once more.
 */
export async function updateVersions(
  project: Granted<"admin", Project>,
  changes: BulkChanges,
): Promise<BulkOutcome[]> {
  const slugs = [...new Set(changes.versions)];
  const outcomes = new Map<string, BulkOutcome>();
  for (let start = 0; start < slugs.length; start += perCommand) {
    const versions = await findVersions(project, slugs.slice(start, start + perCommand));
    if (versions.length === 0) continue;
    for (const outcome of await changeTogether(project, versions, changes))
      outcomes.set(outcome.slug, outcome);
  }
  return slugs.map((slug) => outcomes.get(slug) ?? refused(slug, "There is no such version."));
}

const changeTogether = (
  project: Granted<"admin", Project>,
  versions: readonly Version[],
  changes: BulkChanges,
): Promise<BulkOutcome[]> =>
  command(project.actor, async (c) => {
    const rows = await lockVersions(c, versions);
    const outcomes: BulkOutcome[] = [];
    for (const version of versions) {
      const before = rows.get(version.id);
      outcomes.push(
        before
          ? await changeOne(c, version, before, changes)
          : refused(version.slug, "There is no such version."),
      );
    }
    await c.record({
      action: "version.bulk_update",
      projectId: project.id,
      subjectKind: "project",
      subjectId: project.id,
      subjectLabel: project.slug,
      changes: { versions: versions.length, refused: outcomes.filter(isRefused).length },
    });
    return outcomes;
  });

async function changeOne(
  c: Command,
  version: Version,
  before: LockedVersion,
  changes: BulkChanges,
): Promise<BulkOutcome> {
  const { slug } = version;
  const active = changes.active ?? before.active;
  if (before.active && !active && slug === version.project.defaultVersion)
    return refused(slug, defaultVersionStays(version.verboseName));
  if (changes.build && !active)
    return refused(slug, `${version.verboseName} is not active. Activate it first: that also builds it.`);
  if (changes.build && !mayBuild(version.project))
    return refused(slug, "This project does not build at the moment.");
  const changed = differs(before, changes);
  const activation = changed ? await changeVersion(c, version, before, changes) : null;
  const build =
    changes.build && activation === null
      ? await createBuild(c, { project: version.project, version, trigger: wishTrigger(c) })
      : activation;
  return { slug, outcome: changed || build !== null ? "changed" : "unchanged", reason: null, build };
}

const differs = (before: LockedVersion, { active, hidden, privacy_level }: BulkChanges): boolean =>
  (active ?? before.active) !== before.active ||
  (hidden ?? before.hidden) !== before.hidden ||
  (privacy_level ?? before.privacyLevel) !== before.privacyLevel;

const refused = (slug: string, reason: string): BulkOutcome => ({
  slug,
  outcome: "refused",
  reason,
  build: null,
});

const isRefused = ({ outcome }: BulkOutcome): boolean => outcome === "refused";
