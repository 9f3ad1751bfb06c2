import { type Granted, grant, nothing } from "#lib/access/rules.ts";
import type { Ability } from "#lib/access/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import { containing } from "#lib/platform/db/like.ts";
import { type Found, nothingFound, type PageRequest } from "#lib/platform/wire/page.ts";
import { isAdmin, isMember, type Project } from "#lib/projects/queries.ts";
import { abilitiesOn, type VersionStanding, visibleTo } from "#lib/versions/policy.ts";
import { highestRelease } from "#lib/versions/refs/rules.ts";
import { orderVersions } from "#lib/versions/rules/order.ts";
import type { VersionFilter } from "#lib/versions/schema.ts";
import type { Prisma } from "#prisma/client/client.ts";

const versionFields = {
  id: true,
  rowVersion: true,
  projectId: true,
  slug: true,
  verboseName: true,
  identifier: true,
  type: true,
  machine: true,
  active: true,
  hidden: true,
  privacyLevel: true,
  publishedBuildId: true,
  pullUrl: true,
  lastSeenAt: true,
  publishedBuild: { select: { artifacts: { select: { format: true } } } },
} as const satisfies Prisma.VersionSelect;

type VersionRow = Prisma.VersionGetPayload<{ select: typeof versionFields }>;

/** A version together with its project, because almost everything about it depends on it. */
export type Version = VersionRow & { readonly project: Granted<"view", Project> };

/** By version id: what `latest` and `stable` stand for, as far as the caller may know. */
export type VersionOriginals = ReadonlyMap<number, Version>;

const internal: Prisma.VersionWhereInput = { type: { not: "external" } };

/** The caller's standing towards the versions of an opened project. */
export const standingOn = (project: Granted<"view", Project>): VersionStanding => ({
  member: isMember(project),
  admin: isAdmin(project),
  externalBuildsPrivacyLevel: project.externalBuildsPrivacyLevel,
});

const slugForm = /^[a-zA-Z0-9][-._a-zA-Z0-9]{0,254}$/;

/**
 * A version of an opened project with the proof of what the caller may do; 404 when they may not see it. Pull-request versions
 * exist only for callers of `external: true` (spec/api-v3.md 4.3: they can be built, not read).
 */
export async function openVersion<A extends Ability>(
  project: Granted<A, Project>,
  slug: string,
  ability: A,
  options: { external?: boolean } = {},
): Promise<Granted<A, Version>> {
  const row = slugForm.test(slug)
    ? await db.version.findFirst({
        where: { projectId: project.id, slug, ...(options.external ? {} : internal) },
        select: versionFields,
      })
    : null;
  const may = row ? abilitiesOn(standingOn(project), row) : nothing;
  return grant(ability, project.actor, row && { ...row, project }, may, "Version");
}

/** The versions of a project that the caller may see, newest name first. Pull-request versions are never listed. */
export async function listVersions(
  project: Granted<"view", Project> | null,
  filter: VersionFilter,
  page: PageRequest,
): Promise<Found<Version>> {
  if (!project || filter.type === "external") return nothingFound;
  const where: Prisma.VersionWhereInput = {
    AND: [
      { projectId: project.id },
      internal,
      visibleTo(standingOn(project)),
      {
        ...(filter.slug !== undefined && { slug: containing(filter.slug) }),
        ...(filter.verbose_name !== undefined && { verboseName: containing(filter.verbose_name) }),
        ...(filter.active !== undefined && { active: filter.active }),
        ...(filter.built !== undefined && { publishedBuildId: filter.built ? { not: null } : null }),
        ...(filter.uploaded === true && { id: { in: [] } }),
        ...(filter.privacy_level !== undefined && { privacyLevel: filter.privacy_level }),
      },
      filter.type === undefined ? {} : { type: filter.type },
    ],
  };
  if (filter.sort === "project") return inProjectOrder(project, where, page);
  const [count, rows] = await Promise.all([
    db.version.count({ where }),
    db.version.findMany({
      where,
      select: versionFields,
      orderBy: [{ verboseName: "desc" }, { id: "desc" }],
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  return { count, rows: rows.map((row) => ({ ...row, project })) };
}

/** The order is not one a database knows, so it is found from the names alone; only the rows that are shown are read in full. */
async function inProjectOrder(
  project: Granted<"view", Project>,
  where: Prisma.VersionWhereInput,
  page: PageRequest,
): Promise<Found<Version>> {
  const names = await db.version.findMany({ where, select: { id: true, slug: true, verboseName: true } });
  const ids = orderVersions(names, project)
    .slice(page.offset, page.offset + page.limit)
    .map(({ id }) => id);
  const rows = await db.version.findMany({ where: { id: { in: ids } }, select: versionFields });
  const byId = new Map(rows.map((row) => [row.id, { ...row, project }]));
  return { count: names.length, rows: ids.flatMap((id) => byId.get(id) ?? []) };
}

/** What readers can open: the public, active, built versions of each project, newest name first, whoever asks. */
export async function listActiveVersions(
  projects: readonly Granted<"view", Project>[],
): Promise<ReadonlyMap<number, readonly Version[]>> {
  const byId = new Map(projects.map((project) => [project.id, project]));
  const rows = await db.version.findMany({
    where: {
      projectId: { in: [...byId.keys()] },
      active: true,
      privacyLevel: "public",
      publishedBuildId: { not: null },
      ...internal,
    },
    select: versionFields,
    orderBy: [{ verboseName: "desc" }, { id: "desc" }],
  });
  const found = new Map<number, Version[]>(projects.map((project) => [project.id, []]));
  for (const row of rows) {
    const project = byId.get(row.projectId);
    if (project) found.get(row.projectId)?.push({ ...row, project });
  }
  return found;
}

/**
 * The versions that the platform's own `latest` and `stable` stand for: `latest` by the name it follows, `stable` by the commit
 * both name. One query, however many versions are given.
 */
export async function findOriginals(versions: readonly Version[]): Promise<VersionOriginals> {
  const machines = versions.filter((version) => version.machine && version.identifier !== null);
  if (machines.length === 0) return new Map();
  const rows = await db.version.findMany({
    where: {
      OR: machines.map((version) => ({
        projectId: version.projectId,
        machine: false,
        ...internal,
        ...visibleTo(standingOn(version.project)),
        ...(version.slug === "latest"
          ? { verboseName: version.identifier ?? "" }
          : { identifier: version.identifier }),
      })),
    },
    select: versionFields,
    orderBy: [{ type: "desc" }, { verboseName: "desc" }, { id: "asc" }],
  });
  const originals = new Map<number, Version>();
  for (const machine of machines) {
    const all = rows.filter(
      (row) =>
        row.projectId === machine.projectId &&
        (machine.slug === "latest"
          ? row.verboseName === machine.identifier
          : row.identifier === machine.identifier),
    );
    const alike = all.filter((row) => row.type === machine.type);
    // A commit may have other tags than the release.
    const original = (machine.slug === "stable" && highestRelease(alike)) || alike[0] || all[0];
    if (original) originals.set(machine.id, { ...original, project: machine.project });
  }
  return originals;
}
