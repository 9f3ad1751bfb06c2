import { type Granted, grant } from "#lib/access/rules.ts";
import type { Ability } from "#lib/access/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import { visibleTo } from "#lib/projects/policy.ts";
import { findProjects, isAdmin, type Project } from "#lib/projects/queries.ts";

/** A project that lives on the host of another one, below its alias. */
export type Subproject = {
  readonly id: number;
  readonly alias: string;
  readonly parent: Granted<"view", Project>;
  readonly child: Granted<"view", Project>;
};

/** The subprojects whose project the caller may see, the oldest relation first. */
export async function listSubprojects(
  parent: Granted<"view", Project>,
  page: PageRequest,
): Promise<Found<Subproject>> {
  const { actor } = parent;
  const where = { parentId: parent.id, child: visibleTo(actor) };
  const [count, relations] = await Promise.all([
    db.subprojectRelation.count({ where }),
    db.subprojectRelation.findMany({
      where,
      select: { id: true, alias: true, childId: true },
      orderBy: { id: "asc" },
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  const children = await findProjects(
    actor,
    relations.map(({ childId }) => childId),
  );
  const rows = relations.flatMap(({ id, alias, childId }) => {
    const child = children.get(childId);
    return child ? [{ id, alias, parent, child }] : [];
  });
  return { count, rows };
}

/** The subproject of an alias; 404 when there is none, or its project does not exist for the caller. */
export async function openSubproject<A extends Ability>(
  parent: Granted<A, Project>,
  alias: string,
  ability: A,
): Promise<Granted<A, Subproject>> {
  const { actor } = parent;
  const relation = await db.subprojectRelation.findUnique({
    where: { parentId_alias: { parentId: parent.id, alias } },
    select: { id: true, childId: true },
  });
  const child = relation && (await findProjects(actor, [relation.childId])).get(relation.childId);
  const row = relation && child ? { id: relation.id, alias, parent, child } : null;
  return grant<A, Subproject>(
    ability,
    actor,
    row,
    { view: true, admin: isAdmin(parent) },
    "ProjectRelationship",
  );
}
