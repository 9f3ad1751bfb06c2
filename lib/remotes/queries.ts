import type { Actor } from "#lib/access/schema.ts";
import { db, type Tx } from "#lib/platform/db/client.ts";
import { containing } from "#lib/platform/db/like.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import { ownMemberships } from "#lib/remotes/policy.ts";
import type { RemoteOrganizationFilter, RemoteRepositoryFilter } from "#lib/remotes/schema.ts";
import type { Prisma } from "#prisma/client/client.ts";

const organizationFields = {
  id: true,
  slug: true,
  name: true,
  avatarUrl: true,
  url: true,
  provider: true,
  created: true,
  modified: true,
} as const satisfies Prisma.RemoteOrganizationSelect;

export type RemoteOrganization = Prisma.RemoteOrganizationGetPayload<{ select: typeof organizationFields }>;

const repositoryFields = (actor: Actor) =>
  ({
    id: true,
    name: true,
    fullName: true,
    description: true,
    avatarUrl: true,
    sshUrl: true,
    cloneUrl: true,
    htmlUrl: true,
    vcs: true,
    provider: true,
    private: true,
    defaultBranch: true,
    created: true,
    modified: true,
    memberships: { where: { ...ownMemberships(actor), admin: true }, select: { id: true }, take: 1 },
    organization: { select: organizationFields },
  }) as const satisfies Prisma.RemoteRepositorySelect;

/** A remote repository as loaded for one caller: `memberships` holds theirs as its administrator, if they are. */
export type RemoteRepository = Prisma.RemoteRepositoryGetPayload<{
  select: ReturnType<typeof repositoryFields>;
}>;

/** The organizations that the caller's connected accounts reach, by name. */
export async function listRemoteOrganizations(
  actor: Actor,
  filter: RemoteOrganizationFilter,
  page: PageRequest,
): Promise<Found<RemoteOrganization>> {
  const where: Prisma.RemoteOrganizationWhereInput = {
    memberships: { some: ownMemberships(actor) },
    ...(filter.name !== undefined && { name: containing(filter.name) }),
    ...(filter.vcs_provider !== undefined && { provider: filter.vcs_provider }),
  };
  const [count, rows] = await Promise.all([
    db.remoteOrganization.count({ where }),
    db.remoteOrganization.findMany({
      where,
      select: organizationFields,
      orderBy: [{ name: "asc" }, { id: "asc" }],
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  return { count, rows };
}

/** The repositories that the caller's connected accounts reach, by the names of their organization and their own. */
export async function listRemoteRepositories(
  actor: Actor,
  filter: RemoteRepositoryFilter,
  page: PageRequest,
): Promise<Found<RemoteRepository>> {
  const where: Prisma.RemoteRepositoryWhereInput = {
    memberships: { some: ownMemberships(actor) },
    ...(filter.name !== undefined && { name: containing(filter.name) }),
    ...(filter.full_name !== undefined && { fullName: containing(filter.full_name) }),
    ...(filter.vcs_provider !== undefined && { provider: filter.vcs_provider }),
    ...(filter.organization !== undefined && { organization: { slug: filter.organization } }),
  };
  const [count, rows] = await Promise.all([
    db.remoteRepository.count({ where }),
    db.remoteRepository.findMany({
      where,
      select: repositoryFields(actor),
      orderBy: [{ organization: { name: "asc" } }, { fullName: "asc" }, { id: "asc" }],
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  return { count, rows };
}

/** What of a remote repository a project linked to it takes over. */
export type LinkableRepository = {
  readonly id: number;
  readonly cloneUrl: string;
  readonly private: boolean;
};

/** The remote repository that an address names in any of its three forms, if the caller administers it on its host. */
export async function findAdministeredRepository(
  tx: Tx,
  actor: Actor,
  url: string,
): Promise<LinkableRepository | null> {
  // From the caller's own side: those are few, and the addresses have no index.
  const found = await tx.remoteMembership.findFirst({
    where: {
      ...ownMemberships(actor),
      admin: true,
      repository: { OR: [{ sshUrl: url }, { cloneUrl: url }, { htmlUrl: url }] },
    },
    select: { repository: { select: { id: true, cloneUrl: true, private: true } } },
    orderBy: { repositoryId: "asc" },
  });
  return found?.repository ?? null;
}
