import { type Granted, grant, nothing } from "#lib/access/rules.ts";
import type { Ability } from "#lib/access/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import { containing } from "#lib/platform/db/like.ts";
import { type Found, nothingFound, type PageRequest } from "#lib/platform/wire/page.ts";
import { isAdmin, isMember, type Project } from "#lib/projects/queries.ts";
import { abilitiesOn, type VersionStanding, visibleTo } from "#lib/versions/policy.ts";
import { highestRelease } from "#lib/versions/refs/rules.ts";
import { orderVersions } from "#lib/versions/rules/order.ts";
import { downloadFormats, type MainVersionsJson, type VersionFilter } from "#lib/versions/schema.ts";
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
  publishedBuild: { select: { finishedAt: true, artifacts: { select: { format: true, bytes: true } } } },
} as const satisfies Prisma.VersionSelect;

type VersionRow = Prisma.VersionGetPayload<{ select: typeof versionFields }>;

/** A version together with its project, because almost everything about it depends on it. */
export type Version = VersionRow & {
  readonly project: Granted<"view", Project>;
  /** What `latest` or `stable` stands for, where it was looked up together with it. */
  readonly original?: Version | null;
};

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

/** Those of these slugs that a project has, in the order in which commands lock them. Pull-request versions are none of them. */
export async function findVersions(
  project: Granted<"admin", Project>,
  slugs: readonly string[],
): Promise<Granted<"admin", Version>[]> {
  const rows = await db.version.findMany({
    where: { projectId: project.id, slug: { in: [...slugs] }, ...internal },
    select: versionFields,
    orderBy: { id: "asc" },
  });
  const standing = standingOn(project);
  return rows.map((row) =>
    grant("admin", project.actor, { ...row, project }, abilitiesOn(standing, row), "Version"),
  );
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
        ...(filter.hidden !== undefined && { hidden: filter.hidden }),
        ...(filter.downloads !== undefined && withDownloads(filter.downloads)),
        ...(filter.built !== undefined && { publishedBuildId: filter.built ? { not: null } : null }),
        ...(filter.uploaded === true && { id: { in: [] } }),
        ...(filter.privacy_level !== undefined && { privacyLevel: filter.privacy_level }),
      },
      filter.type === undefined ? {} : { type: filter.type },
      filter.q === undefined ? {} : named(filter.q),
    ],
  };
  if (filter.sort === "project") return inProjectOrder(project, where, page);
  if (filter.sort === "last_build") return lastBuiltFirst(project, where, page);
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

const named = (text: string): Prisma.VersionWhereInput => ({
  OR: [{ slug: containing(text) }, { verboseName: containing(text) }, { identifier: containing(text) }],
});

const withDownloads = (wanted: boolean): Prisma.VersionWhereInput => {
  const some = { publishedBuild: { artifacts: { some: { format: { in: [...downloadFormats] } } } } };
  return wanted ? some : { NOT: some };
};

/** The order is not one a database knows, so it is found from the names alone; only the rows that are shown are read in full. */
async function inProjectOrder(
  project: Granted<"view", Project>,
  where: Prisma.VersionWhereInput,
  page: PageRequest,
): Promise<Found<Version>> {
  const names = await db.version.findMany({
    where,
    select: { id: true, slug: true, verboseName: true, type: true, machine: true, identifier: true },
  });
  const shown = orderVersions(names, project).slice(page.offset, page.offset + page.limit);
  const machines = shown.filter(hasOriginal).map((version) => ({ ...version, project }));
  return {
    count: names.length,
    rows: await inOrder(
      project,
      shown.map(({ id }) => id),
      machines,
    ),
  };
}

/** By the newest build of each, whatever became of it; what was never built comes last. */
async function lastBuiltFirst(
  project: Granted<"view", Project>,
  where: Prisma.VersionWhereInput,
  page: PageRequest,
): Promise<Found<Version>> {
  const found = await db.version.findMany({ where, select: { id: true } });
  const ordered = await db.$queryRaw<{ id: number }[]>`
    select wanted.id
    from unnest(${found.map(({ id }) => id)}::int[]) as wanted (id)
    left join lateral (
      select created, builds.id from builds where version_id = wanted.id order by created desc, builds.id desc limit 1
    ) newest on true
    order by newest.created desc nulls last, newest.id desc, wanted.id desc
    limit ${page.limit} offset ${page.offset}`;
  const rows = await inOrder(
    project,
    ordered.map(({ id }) => id),
  );
  return { count: found.length, rows };
}

/** Versions of a project in the order of their ids; those of `machines` with what they stand for. */
async function inOrder(
  project: Granted<"view", Project>,
  ids: readonly number[],
  machines: readonly Machine[] = [],
): Promise<Version[]> {
  const rows = await db.version.findMany({
    where: { projectId: project.id, OR: [{ id: { in: [...ids] } }, ...machines.map(mayBeOriginal)] },
    select: versionFields,
    orderBy: [...originalsFirst],
  });
  const originals = originalsAmong(machines, rows);
  const looked = new Set(machines.map(({ id }) => id));
  const byId = new Map(rows.map((row) => [row.id, { ...row, project }]));
  return ids.flatMap((id) => {
    const version = byId.get(id);
    if (!version) return [];
    return looked.has(id) ? { ...version, original: originals.get(id) ?? null } : version;
  });
}

/** Of each project whether its main versions are built, by its id; two projects or a hundred, it is one query. */
export async function findMainVersions(
  projects: readonly Granted<"view", Project>[],
): Promise<ReadonlyMap<number, MainVersionsJson>> {
  const rows = await db.version.findMany({
    where: {
      active: true,
      ...internal,
      OR: projects.map(({ id, defaultVersion }) => ({
        projectId: id,
        slug: { in: ["latest", "stable", defaultVersion] },
      })),
    },
    select: { projectId: true, slug: true, type: true, privacyLevel: true, publishedBuildId: true },
  });
  return new Map(
    projects.map((project) => {
      const mine = rows.filter(
        (row) => row.projectId === project.id && abilitiesOn(standingOn(project), row).view,
      );
      const built = (slug: string): boolean | null => {
        const version = mine.find((row) => row.slug === slug);
        return version ? version.publishedBuildId !== null : null;
      };
      return [
        project.id,
        { latest: built("latest"), stable: built("stable"), default: built(project.defaultVersion) },
      ];
    }),
  );
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

/** What is known of `latest` and `stable` before what they stand for is looked up. */
type Machine = Pick<Version, "id" | "slug" | "type" | "identifier" | "project">;

const hasOriginal = (version: Pick<Version, "machine" | "identifier">): boolean =>
  version.machine && version.identifier !== null;

/** `latest` goes by the name it follows, `stable` by the commit both name. */
const mayBeOriginal = ({ slug, identifier, project }: Machine): Prisma.VersionWhereInput => ({
  projectId: project.id,
  machine: false,
  ...internal,
  ...visibleTo(standingOn(project)),
  ...(slug === "latest" ? { verboseName: identifier ?? "" } : { identifier }),
});

const originalsFirst = [
  { type: "desc" },
  { verboseName: "desc" },
  { id: "asc" },
] as const satisfies Prisma.VersionOrderByWithRelationInput[];

/** What each stands for, among rows that the caller may see, in the order `originalsFirst`. */
function originalsAmong(machines: readonly Machine[], rows: readonly VersionRow[]): VersionOriginals {
  const originals = new Map<number, Version>();
  for (const { id, slug, type, identifier, project } of machines) {
    const all = rows.filter(
      (row) =>
        row.projectId === project.id &&
        !row.machine &&
        (slug === "latest" ? row.verboseName === identifier : row.identifier === identifier),
    );
    const alike = all.filter((row) => row.type === type);
    // A commit may have other tags than the release.
    const original = (slug === "stable" && highestRelease(alike)) || alike[0] || all[0];
    if (original) originals.set(id, { ...original, project });
  }
  return originals;
}

/** The versions that the platform's own `latest` and `stable` stand for. One query at most, however many versions are given. */
export async function findOriginals(versions: readonly Version[]): Promise<VersionOriginals> {
  const known = versions.flatMap(({ id, original }) => (original ? [[id, original] as const] : []));
  const machines = versions.filter((version) => hasOriginal(version) && version.original === undefined);
  if (machines.length === 0) return new Map(known);
  const rows = await db.version.findMany({
    where: { OR: machines.map(mayBeOriginal) },
    select: versionFields,
    orderBy: [...originalsFirst],
  });
  return new Map([...known, ...originalsAmong(machines, rows)]);
}
