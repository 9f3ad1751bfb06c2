import type { Abilities } from "#lib/access/rules.ts";
import type { Actor, SignedIn } from "#lib/access/schema.ts";
import type { Prisma } from "#prisma/client/client.ts";

/**
 * What a loaded project tells about the caller: its level and the caller's own memberships, nobody else's. `accessFields`
 * selects it.
 */
export type ProjectAccess = {
  readonly id: number;
  readonly privacyLevel: "public" | "private";
  readonly maintainers: readonly { userId: number }[];
  readonly organization: { readonly owners: readonly { userId: number }[] } | null;
  readonly teams: readonly {
    readonly team: { readonly access: "admin" | "readonly"; readonly members: readonly { userId: number }[] };
  }[];
};

type Person = { readonly userId: number; readonly superuser: boolean };

const personOf = (actor: Actor): Person | null =>
  actor.kind === "user" || actor.kind === "token" ? actor : null;

/** No user has this id: a visitor's memberships select nothing. */
const nobody = -1;

/** The Prisma select behind `ProjectAccess`. */
export function accessFields(actor: Actor) {
  const mine = { where: { userId: personOf(actor)?.userId ?? nobody }, select: { userId: true } } as const;
  return {
    id: true,
    privacyLevel: true,
    maintainers: mine,
    organization: { select: { owners: mine } },
    teams: { select: { team: { select: { access: true, members: mine } } } },
  } as const satisfies Prisma.ProjectSelect;
}

/** Whether a confined token reaches the project. Outside its list it is worth what no token at all is worth. */
const reaches = (actor: Actor, projectId: number): boolean =>
  actor.kind !== "token" || actor.projectIds === null || actor.projectIds.includes(projectId);

type Standing = { readonly member: boolean; readonly admin: boolean };

/** The caller's own part in a project, whatever its level: maintainer, organization owner, or by a team. */
export function standingIn(actor: Actor, project: ProjectAccess): Standing {
  if (actor.kind === "system") return { member: true, admin: true };
  const person = personOf(actor);
  if (!person || !reaches(actor, project.id)) return { member: false, admin: false };
  const mine = ({ userId }: { userId: number }) => userId === person.userId;
  const teams = project.teams.filter(({ team }) => team.members.some(mine));
  const admin =
    person.superuser ||
    project.maintainers.some(mine) ||
    (project.organization?.owners.some(mine) ?? false) ||
    teams.some(({ team }) => team.access === "admin");
  return { member: admin || teams.length > 0, admin };
}

/** What the caller may do with a loaded project. `visibleTo` and `administeredBy` say the same of rows not loaded yet. */
export function abilitiesOn(actor: Actor, project: ProjectAccess): Abilities {
  const { member, admin } = standingIn(actor, project);
  return { view: member || project.privacyLevel === "public", admin };
}

/** Not `{}`: Prisma leaves an empty condition out of an OR, which would make it mean "none of these". */
const always: Prisma.ProjectWhereInput = { id: { gt: 0 } };
const never: Prisma.ProjectWhereInput = { id: { in: [] } };
const live: Prisma.ProjectWhereInput = { deletedAt: null };

function through(person: Person, access?: "admin"): Prisma.ProjectWhereInput {
  const mine = { some: { userId: person.userId } };
  return {
    OR: [
      { maintainers: mine },
      { organization: { owners: mine } },
      { teams: { some: { team: { members: mine, ...(access && { access }) } } } },
    ],
  };
}

function standing(actor: Actor, access?: "admin"): Prisma.ProjectWhereInput {
  if (actor.kind === "system") return always;
  const person = personOf(actor);
  if (!person) return never;
  const own = person.superuser ? always : through(person, access);
  if (actor.kind !== "token" || actor.projectIds === null) return own;
  return { AND: [{ id: { in: [...actor.projectIds] } }, own] };
}

/** The projects that exist for the caller: the public ones, and those the caller has a part in. */
export const visibleTo = (actor: Actor): Prisma.ProjectWhereInput => ({
  AND: [live, { OR: [{ privacyLevel: "public" }, standing(actor)] }],
});

/** The projects the caller has a part in and may read, read-only memberships included: what project lists show. */
export function memberOf(actor: Actor): Prisma.ProjectWhereInput {
  const person = personOf(actor);
  if (!person?.superuser) return { AND: [live, standing(actor)] };
  return { AND: [live, standing(actor), through(person)] };
}

/** The projects the caller may change. */
export const administeredBy = (actor: Actor): Prisma.ProjectWhereInput => ({
  AND: [live, standing(actor, "admin")],
});

/** The deleted projects the caller may restore: those they would be an admin of, as long as they are removed only after a moment. */
export const restorableBy = (actor: Actor, removedAfter: Date): Prisma.ProjectWhereInput => {
  const person = personOf(actor);
  return {
    AND: [
      { deletedAt: { not: null }, purgedAt: null, purgeAt: { gt: removedAfter } },
      { OR: [{ organizationId: null }, { organization: { deletedAt: null } }] },
      standing(actor, "admin"),
      ...(person?.superuser ? [through(person, "admin")] : []),
    ],
  };
};

/** The projects somebody may change who is not asking just now, for example to be told of something. */
export const administeredByUser = (person: Person): Prisma.ProjectWhereInput => ({
  AND: [live, person.superuser ? always : through(person, "admin")],
});

/** Whether the caller may import projects. A token that is confined to some would not reach what it made. */
export const mayImport = (actor: SignedIn): boolean => actor.kind !== "token" || actor.projectIds === null;
