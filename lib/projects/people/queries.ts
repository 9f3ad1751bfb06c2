import { type Granted, grant, nothing } from "#lib/access/rules.ts";
import { usernameKey } from "#lib/accounts/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { containing } from "#lib/platform/db/like.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import type { PersonFilter } from "#lib/projects/people/schema.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

type Administered = Granted<"admin", Project>;

/** What lets somebody into this project, and nothing else about them. */
const personFields = ({ id, organizationId }: Project) =>
  ({
    id: true,
    username: true,
    firstName: true,
    lastName: true,
    maintainedProjects: { where: { projectId: id }, select: { projectId: true } },
    ownedOrganizations: {
      where: { organizationId: organizationId ?? -1 },
      select: { organizationId: true },
    },
    teamMemberships: {
      where: { team: { projects: { some: { projectId: id } } } },
      select: { team: { select: { name: true, slug: true, access: true } } },
      orderBy: { teamId: "asc" },
    },
  }) as const satisfies Prisma.UserSelect;

export type ProjectPerson = Prisma.UserGetPayload<{ select: ReturnType<typeof personFields> }> & {
  project: { slug: string };
};

type Where = Prisma.UserWhereInput;
const inTeam = (projectId: number, access?: "admin"): Where => ({
  teamMemberships: { some: { team: { ...(access && { access }), projects: { some: { projectId } } } } },
});

/** The people with access through anything, or only those with that much of it. */
function havingAccess({ id, organizationId }: Project, access: PersonFilter["access"]): Where {
  const changing: Where[] = [
    { maintainedProjects: { some: { projectId: id } } },
    { ownedOrganizations: { some: { organizationId: organizationId ?? -1 } } },
    inTeam(id, "admin"),
  ];
  if (access === "admin") return { OR: changing };
  if (access === "readonly") return { AND: [inTeam(id), { NOT: { OR: changing } }] };
  return { OR: [...changing, inTeam(id)] };
}

function named(q: string | undefined): Where {
  if (q === undefined) return {};
  const text = containing(q);
  return { OR: [{ username: text }, { firstName: text }, { lastName: text }] };
}

/** Who may read or change a project by their own part in it, by username. Superusers, who may do everything, are not among them. */
export async function listPeople(
  project: Administered,
  { q, access }: PersonFilter,
  page: PageRequest,
): Promise<Found<ProjectPerson>> {
  const where: Where = { deactivatedAt: null, AND: [havingAccess(project, access), named(q)] };
  const rows = await db.user.findMany({
    where,
    select: personFields(project),
    orderBy: [{ username: "asc" }, { id: "asc" }],
    take: page.limit,
    skip: page.offset,
  });
  const { count } = await withCount(page, rows, () => db.user.count({ where }));
  return { count, rows: rows.map((row) => ({ ...row, project })) };
}

/** One of the people of a project; 404 for everybody else. */
export async function openPerson(
  project: Administered,
  username: string,
): Promise<Granted<"admin", ProjectPerson>> {
  const row = await db.user.findFirst({
    where: {
      usernameKey: usernameKey(username),
      deactivatedAt: null,
      ...havingAccess(project, undefined),
    },
    select: personFields(project),
  });
  const may = row ? { view: true, admin: true } : nothing;
  return grant("admin", project.actor, row && { ...row, project }, may, "User");
}
