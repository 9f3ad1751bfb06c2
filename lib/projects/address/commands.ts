import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { type Condition, requireUnchanged } from "#lib/platform/db/condition.ts";
import { forbidden, invalid, notFound } from "#lib/platform/errors.ts";
import { normalisePrefix, type Prefixes, prefixConflict } from "#lib/projects/address/rules.ts";
import type { AddressChanges } from "#lib/projects/address/schema.ts";
import { findProject, isAdmin, openProject, type Project } from "#lib/projects/queries.ts";
import type { VersioningScheme } from "#lib/projects/schema.ts";
import { lockProjects, renameSubproject } from "#lib/projects/subprojects/commands.ts";
import { translate } from "#lib/projects/translations/commands.ts";
import type { Prisma } from "#prisma/client/client.ts";

/**
 * Changes what decides a project's addresses, all of it or nothing. Its alias is also its parent's: the caller must administer both, as
 * with the main project it shall translate. Throws 400 by field for what spec/serving.md 21 refuses, 403 where only the parent is not
 * the caller's, and 412 with `unchanged` when the project is not any more as the caller saw it.
 */
export async function updateAddress(
  project: Granted<"admin", Project>,
  changes: AddressChanges,
  options: Condition = {},
): Promise<Granted<"admin", Project>> {
  const main = changes.translation_of ? await openMain(project, changes.translation_of) : null;
  if (changes.alias !== undefined) await requireParent(project);
  await command(project.actor, async (c) => {
    const related = [project.superproject?.parent.id, project.translationOf?.id, main?.id];
    await lockProjects(c, [project.id, ...related.filter((id) => id !== undefined)]);
    const before = await placeNow(c, project.id);
    requireUnchanged(options, project, before);
    if (changes.alias !== undefined) await rename(c, project, before, changes.alias);
    if (changes.translation_of !== undefined && before.main?.id !== main?.id)
      await translate(c, project, main);
    const after = {
      customPrefix: wanted(changes.custom_prefix, before.customPrefix, "/"),
      subprojectPrefix: wanted(changes.subproject_prefix, before.subprojectPrefix, null),
      translationOf: changes.translation_of === undefined ? before.main : main,
    };
    requirePrefixes(before, after);
    const { customPrefix, subprojectPrefix } = after;
    await c.tx.project.update({
      where: { id: project.id },
      data: { customPrefix, subprojectPrefix, rowVersion: { increment: 1 }, modified: clock.now() },
      select: { id: true },
    });
    await c.record({
      action: "project.update",
      projectId: project.id,
      subjectKind: "project",
      subjectId: project.id,
      subjectLabel: project.slug,
      changes: differences(
        { ...before, translationOf: before.main?.slug ?? null },
        { ...after, translationOf: after.translationOf?.slug ?? null },
      ),
    });
    for (const id of new Set([project.id, ...[before.main, main].flatMap((row) => row?.id ?? [])]))
      await c.siteChanged(id);
  });
  return openProject(project.actor, project.slug, "admin");
}

/** Throws 400 when another scheme would put subprojects out of reach below the prefixes there are. Nobody can change those meanwhile. */
export async function requireReachable(
  c: Command,
  { id }: { readonly id: number },
  scheme: VersioningScheme,
): Promise<void> {
  await lockProjects(c, [id]);
  const conflict = conflictIn(await placeNow(c, id), { scheme });
  if (conflict !== null) throw invalid({ versioning_scheme: [conflict] });
}

/** The project to translate. One that is not there, not the caller's or of somebody else is refused alike. */
async function openMain(project: Granted<"admin", Project>, slug: string): Promise<Project> {
  const main = await findProject(project.actor, slug);
  const fits = main && isAdmin(main) && main.organizationId === project.organizationId;
  if (fits && main.id !== project.id) return main;
  throw invalid({ translation_of: [`Project with slug=${slug} is not valid as main project`] });
}

async function requireParent(project: Granted<"admin", Project>): Promise<void> {
  const above = project.superproject?.parent;
  if (!above) throw notSubproject();
  const parent = await findProject(project.actor, above.slug);
  if (!parent || !isAdmin(parent)) throw forbidden(`Only admins of ${above.slug} can change this alias.`);
}

const notSubproject = () => invalid({ alias: ["This project is not a subproject."] });

async function rename(c: Command, project: Project, { above }: Place, alias: string): Promise<void> {
  // Attached elsewhere meanwhile: that parent was not asked for.
  if (!above || above.parent.id !== project.superproject?.parent.id) throw notSubproject();
  if (above.alias !== alias) await renameSubproject(c, { ...above, child: project }, alias);
}

/** What is stored for a prefix: null where it says nothing, as an empty one does, and `nothing` itself. */
function wanted(
  given: string | null | undefined,
  before: string | null,
  nothing: string | null,
): string | null {
  if (given === undefined) return before;
  const prefix = given ? normalisePrefix(given) : null;
  return prefix === nothing ? null : prefix;
}

type Place = Awaited<ReturnType<typeof placeNow>>;

/** A project's place as it is, until the end of the transaction. Throws 404 when it was deleted meanwhile. */
async function placeNow(c: Command, id: number) {
  const row = await c.tx.project.findFirst({
    where: { id, deletedAt: null },
    select: {
      rowVersion: true,
      versioningScheme: true,
      customPrefix: true,
      subprojectPrefix: true,
      translationOf: { select: { id: true, slug: true, deletedAt: true } },
      superproject: {
        select: {
          id: true,
          alias: true,
          parent: {
            select: {
              id: true,
              slug: true,
              deletedAt: true,
              versioningScheme: true,
              customPrefix: true,
              subprojectPrefix: true,
            },
          },
        },
      },
      subprojects: { where: { child: { deletedAt: null } }, select: { alias: true } },
    },
  });
  if (!row) throw notFound("Project");
  const { translationOf, superproject, ...own } = row;
  return {
    ...own,
    main: translationOf?.deletedAt === null ? translationOf : null,
    above: superproject?.parent.deletedAt === null ? superproject : null,
  };
}

type Wanted = Omit<Prefixes, "scheme"> & { readonly translationOf: object | null };

function requirePrefixes(before: Place, after: Wanted): void {
  if (after.translationOf !== null && after.customPrefix !== null)
    throw invalid({ custom_prefix: ["A translation has the prefix of its main project."] });
  const parts = after.subprojectPrefix !== before.subprojectPrefix;
  if (!parts && after.customPrefix === before.customPrefix) return;
  if (parts && before.above !== null && after.subprojectPrefix !== null)
    throw invalid({ subproject_prefix: ["A subproject has no subprojects of its own."] });
  const conflict = conflictIn(before, after);
  if (conflict !== null) throw invalid({ [parts ? "subproject_prefix" : "custom_prefix"]: [conflict] });
}

const conflictIn = (place: Place, changed: Partial<Prefixes>): string | null =>
  prefixConflict(
    { scheme: place.versioningScheme, ...place, ...changed },
    place.subprojects.map(({ alias }) => alias),
  );

const names = ["customPrefix", "subprojectPrefix", "translationOf"] as const;
type Differing = Readonly<Record<(typeof names)[number], string | null>>;

/** Field → from and to, of what changes. */
function differences(before: Differing, after: Differing): Prisma.InputJsonObject {
  const changed = names.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]));
}
