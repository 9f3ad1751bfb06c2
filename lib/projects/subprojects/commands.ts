import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { env } from "#lib/platform/env.ts";
import { invalid, notFound } from "#lib/platform/errors.ts";
import { aliasConflict } from "#lib/projects/address/rules.ts";
import { findProject, isAdmin, type Project } from "#lib/projects/queries.ts";
import type { VersioningScheme } from "#lib/projects/schema.ts";
import { openSubproject, type Subproject } from "#lib/projects/subprojects/queries.ts";
import { type Candidate, fitsBelow } from "#lib/projects/subprojects/rules.ts";
import type { SubprojectInput } from "#lib/projects/subprojects/schema.ts";
import type { Prisma } from "#prisma/client/client.ts";

/**
 * Attaches a project below another one, so that its documentation moves to the parent's host. The caller must administer the
 * child as well (decision 5). Refuses with 400 in the words and the order of spec/api-v3.md 4.4.
 */
export async function createSubproject(
  parent: Granted<"admin", Project>,
  input: SubprojectInput,
): Promise<Granted<"admin", Subproject>> {
  const alias = input.alias || input.child;
  const noCandidate = invalid({
    child: [`Project with slug=${input.child} is not valid as subproject`],
  });
  const child = await findProject(parent.actor, input.child);
  if (!child || !isAdmin(child)) throw noCandidate;
  await command(parent.actor, async (c) => {
    const { above, below } = await lockBoth(c, parent, child);
    if (!above) throw notFound("Project");
    if (!below || !fitsBelow(above, below)) throw noCandidate;
    if (above.attached) throw invalid({ non_field_errors: ["Subproject nesting is not supported"] });
    await giveWay(c, { parentId: above.id, childId: below.id, alias });
    await requireAlias(c, above, alias);
    const { id } = await c.tx.subprojectRelation.create({
      data: { parentId: above.id, childId: below.id, alias },
      select: { id: true },
    });
    await record(c, "subproject.create", { id, alias, parent, child });
    await sitesChanged(c, [parent, child]);
  });
  return openSubproject(parent, alias, "admin");
}

/**
 * Gives a subproject another alias, so that its addresses change. The caller has made sure that both projects are locked and
 * theirs to change. Throws 400 like `createSubproject`.
 */
export async function renameSubproject(
  c: Command,
  relation: { id: number; alias: string; parent: Above; child: Named },
  alias: string,
): Promise<void> {
  const { id, parent, child } = relation;
  await giveWay(c, { parentId: parent.id, childId: child.id, alias });
  await requireAlias(c, parent, alias);
  await c.tx.subprojectRelation.update({ where: { id }, data: { alias }, select: { id: true } });
  const changes = { alias: { from: relation.alias, to: alias } };
  await recordInBoth(c, "subproject.update", { id, alias, parent, child }, changes);
  await sitesChanged(c, [parent, child]);
}

/** Ends a relation. Both projects stay, and the child's documentation is on its own host again. */
export async function deleteSubproject(subproject: Granted<"admin", Subproject>): Promise<void> {
  const { id, parent, child } = subproject;
  await command(subproject.actor, async (c) => {
    await lockProjects(c, [parent.id, child.id]);
    const { count } = await c.tx.subprojectRelation.deleteMany({ where: { id } });
    if (count === 0) throw notFound("ProjectRelationship");
    await record(c, "subproject.delete", subproject);
    await sitesChanged(c, [parent, child]);
  });
}

/** In one order, so that two attachments that share a project wait for each other instead of both seeing the state before. */
export const lockProjects = (c: Command, ids: readonly number[]) =>
  c.tx.$queryRaw`select id from projects where id = any(${[...ids]}::int[]) order by id for no key update`;

type Above = Named & {
  readonly versioningScheme: VersioningScheme;
  readonly customPrefix: string | null;
  readonly subprojectPrefix: string | null;
};

/** Throws 400 unless the alias is free below its parent, and leads to the subproject. */
async function requireAlias(c: Command, parent: Above, alias: string): Promise<void> {
  const taken = await c.tx.subprojectRelation.findUnique({
    where: { parentId_alias: { parentId: parent.id, alias } },
    select: { id: true },
  });
  if (taken) throw invalid({ alias: ["A subproject with this alias already exists"] });
  if (alias.includes("/") && !env.SUBPROJECT_ALIAS_SLASHES)
    throw invalid({ non_field_errors: ["Aliases can't contain slashes."] });
  const conflict = aliasConflict({ scheme: parent.versioningScheme, ...parent }, alias);
  if (conflict !== null) throw invalid({ alias: [conflict] });
}

/** The two projects as they are now, until the end of the transaction; null for one that was deleted meanwhile. */
async function lockBoth(
  c: Command,
  parent: { id: number },
  child: { id: number },
): Promise<{ above: (Candidate & Above) | null; below: Candidate | null }> {
  const ids = [parent.id, child.id];
  await lockProjects(c, ids);
  const rows = await c.tx.project.findMany({
    where: { id: { in: ids }, deletedAt: null },
    select: {
      id: true,
      slug: true,
      organizationId: true,
      versioningScheme: true,
      customPrefix: true,
      subprojectPrefix: true,
      superproject: { select: { parent: { select: { deletedAt: true } } } },
      _count: { select: { subprojects: { where: { child: { deletedAt: null } } } } },
    },
  });
  const candidates = new Map(
    rows.map(({ superproject, _count, ...row }) => [
      row.id,
      {
        ...row,
        attached: superproject !== null && superproject.parent.deletedAt === null,
        hasSubprojects: _count.subprojects > 0,
      },
    ]),
  );
  return { above: candidates.get(parent.id) ?? null, below: candidates.get(child.id) ?? null };
}

/** A deleted project keeps its relations, in case it is restored. Those that are in the way of a new one end. */
async function giveWay(
  c: Command,
  wanted: { parentId: number; childId: number; alias: string },
): Promise<void> {
  const deleted = { deletedAt: { not: null } };
  const project = { select: { id: true, slug: true } } as const;
  const inTheWay = await c.tx.subprojectRelation.findMany({
    where: {
      OR: [
        { childId: { in: [wanted.parentId, wanted.childId] }, parent: deleted },
        { parentId: wanted.childId, child: deleted },
        { parentId: wanted.parentId, alias: wanted.alias, child: deleted },
      ],
    },
    select: { id: true, alias: true, parent: project, child: project },
  });
  for (const relation of inTheWay) {
    const { count } = await c.tx.subprojectRelation.deleteMany({ where: { id: relation.id } });
    if (count > 0) await record(c, "subproject.delete", relation);
  }
}

type Named = { readonly id: number; readonly slug: string };

type Relation = {
  readonly id: number;
  readonly alias: string;
  readonly parent: Named;
  readonly child: Named;
};

/** A relation's beginning or end. */
function record(
  c: Command,
  action: "subproject.create" | "subproject.delete",
  relation: Relation,
): Promise<void> {
  const { alias, parent, child } = relation;
  const created = action === "subproject.create";
  const change = (value: string) => (created ? { from: null, to: value } : { from: value, to: null });
  return recordInBoth(c, action, relation, {
    parent: change(parent.slug),
    child: change(child.slug),
    alias: change(alias),
  });
}

/** In the history of both projects. */
async function recordInBoth(
  c: Command,
  action: string,
  { id, alias, parent, child }: Relation,
  changes: Prisma.InputJsonObject,
): Promise<void> {
  for (const project of [parent, child]) {
    await c.record({
      action,
      projectId: project.id,
      subjectKind: "subproject",
      subjectId: id,
      subjectLabel: alias,
      changes,
    });
  }
}

/** The addresses of both change. */
async function sitesChanged(c: Command, projects: readonly Named[]): Promise<void> {
  for (const { id } of projects) await c.siteChanged(id);
}
