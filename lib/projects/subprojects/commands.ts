import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { env } from "#lib/platform/env.ts";
import { invalid, notFound } from "#lib/platform/errors.ts";
import { findProject, isAdmin, type Project } from "#lib/projects/queries.ts";
import { openSubproject, type Subproject } from "#lib/projects/subprojects/queries.ts";
import { type Candidate, fitsBelow } from "#lib/projects/subprojects/rules.ts";
import type { SubprojectInput } from "#lib/projects/subprojects/schema.ts";

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
    const taken = await c.tx.subprojectRelation.findUnique({
      where: { parentId_alias: { parentId: above.id, alias } },
      select: { id: true },
    });
    if (taken) throw invalid({ alias: ["A subproject with this alias already exists"] });
    if (alias.includes("/") && !env.SUBPROJECT_ALIAS_SLASHES)
      throw invalid({ non_field_errors: ["Aliases can't contain slashes."] });
    const { id } = await c.tx.subprojectRelation.create({
      data: { parentId: above.id, childId: below.id, alias },
      select: { id: true },
    });
    await record(c, "subproject.create", { id, alias, parent, child });
    await sitesChanged(c, [parent, child]);
  });
  return openSubproject(parent, alias, "admin");
}

/** Ends a relation. Both projects stay, and the child's documentation is on its own host again. */
export async function deleteSubproject(subproject: Granted<"admin", Subproject>): Promise<void> {
  const { id, parent, child } = subproject;
  await command(subproject.actor, async (c) => {
    await lock(c, [parent.id, child.id]);
    const { count } = await c.tx.subprojectRelation.deleteMany({ where: { id } });
    if (count === 0) throw notFound("ProjectRelationship");
    await record(c, "subproject.delete", subproject);
    await sitesChanged(c, [parent, child]);
  });
}

/** In one order, so that two attachments that share a project wait for each other instead of both seeing the state before. */
const lock = (c: Command, ids: number[]) =>
  c.tx.$queryRaw`select id from projects where id = any(${ids}::int[]) order by id for no key update`;

/** The two projects as they are now, until the end of the transaction; null for one that was deleted meanwhile. */
async function lockBoth(
  c: Command,
  parent: { id: number },
  child: { id: number },
): Promise<{ above: Candidate | null; below: Candidate | null }> {
  const ids = [parent.id, child.id];
  await lock(c, ids);
  const rows = await c.tx.project.findMany({
    where: { id: { in: ids }, deletedAt: null },
    select: {
      id: true,
      organizationId: true,
      superproject: { select: { parent: { select: { deletedAt: true } } } },
      _count: { select: { subprojects: { where: { child: { deletedAt: null } } } } },
    },
  });
  const candidates = new Map(
    rows.map(({ id, organizationId, superproject, _count }) => [
      id,
      {
        id,
        organizationId,
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

/** In the history of both projects. */
async function record(
  c: Command,
  action: "subproject.create" | "subproject.delete",
  { id, alias, parent, child }: { id: number; alias: string; parent: Named; child: Named },
): Promise<void> {
  const created = action === "subproject.create";
  const change = (value: string) => (created ? { from: null, to: value } : { from: value, to: null });
  for (const project of [parent, child]) {
    await c.record({
      action,
      projectId: project.id,
      subjectKind: "subproject",
      subjectId: id,
      subjectLabel: alias,
      changes: { parent: change(parent.slug), child: change(child.slug), alias: change(alias) },
    });
  }
}

/** The addresses of both change. */
async function sitesChanged(c: Command, projects: readonly Named[]): Promise<void> {
  for (const { id } of projects) await c.siteChanged(id);
}
