import { command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { identifierOf, newVersions, type Ref } from "#lib/versions/refs/rules.ts";

/**
 * Gives every branch and tag of a repository its version, inactive and as visible as its project, and lets known ones follow
 * their ref. Nothing is taken away (spec/builds.md 12.3, steps 2 and 4).
 */
export async function recordRefs(projectId: number, refs: readonly Ref[]): Promise<void> {
  const known = await db.version.findMany({
    where: { projectId, type: { in: ["branch", "tag"] } },
    select: { id: true, slug: true, type: true, verboseName: true, machine: true, identifier: true },
  });
  const slugs = await db.version.findMany({ where: { projectId }, select: { slug: true } });
  const others = slugs.map(({ slug }) => ({ slug, type: "external", verboseName: slug, machine: true }));
  const made = newVersions(refs, [...known, ...others]);
  const byName = new Map(refs.map((ref) => [`${ref.type} ${ref.name}`, identifierOf(ref)]));
  const moved = known.flatMap((version) => {
    const identifier = version.machine ? undefined : byName.get(`${version.type} ${version.verboseName}`);
    return identifier === undefined || identifier === version.identifier
      ? []
      : [{ id: version.id, identifier }];
  });
  if (made.length === 0 && moved.length === 0) return;

  await command({ kind: "system", job: "build.run" }, async (c) => {
    const project = await c.tx.project.findUniqueOrThrow({
      where: { id: projectId },
      select: { slug: true, privacyLevel: true },
    });
    await c.tx.version.createMany({
      data: made.map((ref) => ({
        projectId,
        slug: ref.slug,
        verboseName: ref.name,
        identifier: identifierOf(ref),
        type: ref.type,
        privacyLevel: project.privacyLevel,
      })),
      // Another build of the project may be looking at the same repository.
      skipDuplicates: true,
    });
    for (const { id, identifier } of moved)
      await c.tx.version.update({
        where: { id },
        data: { identifier, rowVersion: { increment: 1 }, modified: clock.now() },
        select: { id: true },
      });
    await c.record({
      action: "version.sync",
      projectId,
      subjectKind: "project",
      subjectId: projectId,
      subjectLabel: project.slug,
      changes: {
        versions: { from: known.length, to: known.length + made.length },
        moved: { from: null, to: moved.length },
      },
    });
  });
}
