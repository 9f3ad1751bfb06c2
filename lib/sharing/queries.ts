import { type Granted, grant } from "#lib/access/rules.ts";
import { oncePerPage } from "#lib/auth/once-per-page.ts";
import type { Organization } from "#lib/organizations/queries.ts";
import { clock } from "#lib/platform/clock.ts";
import { db, selectRows } from "#lib/platform/db/client.ts";
import { jsonOf } from "#lib/platform/db/columns.ts";
import { containing } from "#lib/platform/db/like.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import type { Project } from "#lib/projects/queries.ts";
import { scopeValues } from "#lib/sharing/live/queries.ts";
import { findSharePolicy } from "#lib/sharing/policies/queries.ts";
import { type SharePolicy, usualPolicy } from "#lib/sharing/policies/rules.ts";
import { type Day, dayOf, daysAfter, daysBetween, liveAt, startOfDay } from "#lib/sharing/rules/lifetime.ts";
import { matches } from "#lib/sharing/rules/narrowing.ts";
import type { OrganizationShareFilter, ShareFilter, ShareScope } from "#lib/sharing/schema.ts";
import { readableLink } from "#lib/sharing/secrets/queries.ts";
import { orderVersions } from "#lib/versions/rules/order.ts";
import { Prisma } from "#prisma/client/client.ts";

export const shareFields = {
  id: true,
  rowVersion: true,
  projectId: true,
  accessType: true,
  description: true,
  expires: true,
  lengthDays: true,
  allVersions: true,
  landingPath: true,
  canReveal: true,
  notifyFirstUse: true,
  notifyBeforeEnd: true,
  created: true,
  createdBy: { select: { username: true } },
  modified: true,
  firstUsedAt: true,
  lastUsedAt: true,
  revokedAt: true,
  undoUntil: true,
  secretsWipedAt: true,
  versions: {
    select: { version: { select: { id: true, slug: true } } },
    orderBy: { version: { slug: "asc" } },
  },
  scopes: { select: { kind: true, value: true }, orderBy: { id: "asc" } },
  secrets: {
    where: { recipientId: null, retiredAt: null },
    select: { kind: true, prefix: true, sealed: true, validUntil: true },
    orderBy: { id: "asc" },
  },
  _count: { select: { recipients: { where: { revokedAt: null } } } },
} as const satisfies Prisma.ShareSelect;

export type ShareRow = Prisma.ShareGetPayload<{ select: typeof shareFields }>;

/** What the addresses of a project's shares are made from. */
type Site = {
  /** The active ones, in the order the project wants. */
  readonly versions: readonly { readonly id: number; readonly slug: string }[];
};

/** A share without anything that opens it. */
export type ListedShare = ShareRow & {
  readonly project: { readonly slug: string };
  readonly scope: ShareScope;
  /** Whether its links, and those of its recipients, can be read again. */
  readonly linksReadable: boolean;
  /** Sessions of each of the last 30 days, today's last. */
  readonly uses: readonly number[];
};

/** A share of a project, ready to be shown. */
export type Share = ListedShare & {
  readonly project: Granted<"admin", Project>;
  readonly site: Site;
  /** The secret of its link, where it has one that may be read again. */
  readonly link: string | null;
};

/** What a stored share reaches. */
export const scopeOf = (row: Pick<ShareRow, "allVersions" | "versions" | "scopes">): ShareScope => ({
  allVersions: row.allVersions,
  versionIds: row.versions.map(({ version }) => version.id),
  ...scopeValues(row.scopes),
});

/** A share of a project, with the proof that the caller may do anything with it; 404 when the project has none of that number. */
export async function openShare(
  project: Granted<"admin", Project>,
  id: number,
): Promise<Granted<"admin", Share>> {
  const found = await loadShare(id, project.id, project.organizationId);
  const [share = null] = found === null ? [] : described(project, [found.row], found.surroundings);
  return grant("admin", project.actor, share, { view: true, admin: true }, "Share");
}

const loadShare = oncePerPage(async (id: number, projectId: number, organizationId: number | null) => {
  const row = await db.share.findFirst({ where: { id, projectId }, select: shareFields });
  return row && { row, surroundings: await surroundingsOf({ id: projectId, organizationId }, [row]) };
});

/** A project's shares, the newest first unless told, live ones only unless told (decision 20). */
export async function listShares(
  project: Granted<"admin", Project>,
  filter: ShareFilter,
  page: PageRequest,
): Promise<Found<Share>> {
  const where: Prisma.ShareWhereInput = {
    AND: [
      { projectId: project.id },
      await fitting(filter, project.organizationId),
      filter.version === undefined ? {} : await reaching(project, filter.version),
    ],
  };
  const rows = await db.share.findMany({ where, select: shareFields, ...placed(filter, page) });
  const { count } = await withCount(page, rows, () => db.share.count({ where }));
  return { count, rows: await describe(project, rows) };
}

/** The shares of all projects of an organization, in the same order and without their links. */
export async function listOrganizationShares(
  organization: Granted<"admin", Organization>,
  filter: OrganizationShareFilter,
  page: PageRequest,
): Promise<Found<ListedShare>> {
  const { id: organizationId } = organization;
  const where: Prisma.ShareWhereInput = {
    AND: [
      { project: { organizationId, deletedAt: null } },
      await fitting(filter, organizationId),
      filter.project === undefined ? {} : { project: { slug: filter.project } },
    ],
  };
  const select = { ...shareFields, project: { select: { slug: true } } } as const;
  const [count, rows, policy] = await Promise.all([
    db.share.count({ where }),
    db.share.findMany({ where, select, ...placed(filter, page) }),
    findSharePolicy(organizationId),
  ]);
  const uses = usesOf(await selectRows<UsedDay>(usedDaysOf(rows)));
  return { count, rows: rows.map((row) => ({ ...row, ...basics(row, policy, uses) })) };
}

type Basics = Pick<ListedShare, "scope" | "linksReadable" | "uses">;

const basics = (row: ShareRow, policy: Pick<SharePolicy, "linksReadable">, uses: Uses): Basics => ({
  scope: scopeOf(row),
  linksReadable: policy.linksReadable && row.canReveal,
  uses: uses.get(row.id) ?? unused,
});

const placed = ({ sort }: Pick<ShareFilter, "sort">, { limit, offset }: PageRequest) => ({
  orderBy: orders[sort ?? "-created"],
  take: limit,
  skip: offset,
});

/** What fits the part of a filter that means the same everywhere. */
const fitting = async (
  { status = "live", type, by, q }: Omit<ShareFilter, "version">,
  organizationId: number | null,
): Promise<Prisma.ShareWhereInput> => ({
  AND: [
    await inStatus(organizationId, status),
    type === undefined ? {} : { accessType: type },
    by === undefined ? {} : { createdBy: { username: by } },
    q === undefined ? {} : { description: containing(q) },
  ],
});

const orders = {
  "-created": [{ created: "desc" }, { id: "desc" }],
  expires: [{ expires: "asc" }, { id: "asc" }],
  "-last_used": [{ lastUsedAt: { sort: "desc", nulls: "last" } }, { id: "desc" }],
} satisfies Record<string, Prisma.ShareOrderByWithRelationInput[]>;

async function inStatus(
  organizationId: number | null,
  status: NonNullable<ShareFilter["status"]>,
): Promise<Prisma.ShareWhereInput> {
  const now = clock.now();
  const live = liveAt(now);
  switch (status) {
    case "live":
      return live;
    case "expiring": {
      const { remindDays } = await findSharePolicy(organizationId);
      const last = new Date(daysAfter(dayOf(now), remindDays));
      return { ...live, expires: { ...live.expires, lte: last } };
    }
    case "expired":
      return { revokedAt: null, expires: { lt: startOfDay(now) } };
    case "revoked":
      return { revokedAt: { not: null } };
    case "all":
      return {};
  }
}

/** The shares that reach a version of this name. */
async function reaching(project: { id: number }, slug: string): Promise<Prisma.ShareWhereInput> {
  const patterns = await db.shareScope.findMany({
    where: { kind: "version_pattern", share: { projectId: project.id } },
    select: { shareId: true, value: true },
  });
  const matching = patterns.filter(({ value }) => matches([value], slug));
  return {
    OR: [
      { allVersions: true },
      { versions: { some: { version: { slug } } } },
      { id: { in: matching.map(({ shareId }) => shareId) } },
    ],
  };
}

async function describe(project: Granted<"admin", Project>, rows: readonly ShareRow[]): Promise<Share[]> {
  if (rows.length === 0) return [];
  return described(project, rows, await surroundingsOf(project, rows));
}

function described(
  project: Granted<"admin", Project>,
  rows: readonly ShareRow[],
  { linksReadable, versions, used }: Surroundings,
): Share[] {
  const policy = { linksReadable: linksReadable ?? usualPolicy.linksReadable };
  const uses = usesOf(used);
  const site = { versions: orderVersions(versions, project) };
  return rows.map((row) => {
    const shown = basics(row, policy, uses);
    const link = shown.linksReadable ? readableLink(row.secrets) : null;
    return { ...row, ...shown, project, site, link };
  });
}

const versionColumns = { id: true, slug: true, verboseName: true } as const;

type Surroundings = {
  /** Null where nobody has changed the organization's policy. */
  readonly linksReadable: boolean | null;
  readonly versions: readonly Prisma.VersionGetPayload<{ select: typeof versionColumns }>[];
  readonly used: readonly UsedDay[];
};

/** What shares of a project are shown with, in one statement, however many there are. */
async function surroundingsOf(
  project: Pick<Project, "id" | "organizationId">,
  rows: readonly ShareRow[],
): Promise<Surroundings> {
  const [found] = await selectRows<Surroundings>(Prisma.sql`select
    (select links_readable from share_policies where organization_id = ${project.organizationId}) as "linksReadable",
    (select coalesce(json_agg(json_build_object(${Prisma.raw(jsonOf("v", versionColumns))}) order by v.id), '[]')
      from versions v where v.project_id = ${project.id} and v.active and v.type <> 'external') as versions,
    (select coalesce(json_agg(used), '[]') from (${usedDaysOf(rows)}) used) as used`);
  if (!found) throw new Error("a statement without FROM has a row");
  return found;
}

type UsedDay = { readonly shareId: number; readonly day: Day; readonly sessions: number };
type Uses = ReadonlyMap<number, readonly number[]>;
const usedDays = 30;
const unused: readonly number[] = Array.from({ length: usedDays }, () => 0);
const firstUsedDay = (): Day => daysAfter(dayOf(clock.now()), 1 - usedDays);

/** The days of the last 30 on which shares were used: rows of `UsedDay`. */
const usedDaysOf = (rows: readonly { id: number }[]): Prisma.Sql => Prisma.sql`
  select share_id as "shareId", day::text, sum(sessions)::int as sessions from share_use_daily
  where share_id = any(${rows.map(({ id }) => id)}) and day >= ${firstUsedDay()}::date group by share_id, day`;

/** Sessions of each of the last 30 days, by share. */
function usesOf(used: readonly UsedDay[]): Uses {
  const first = firstUsedDay();
  const uses = new Map<number, number[]>();
  for (const { shareId, day, sessions } of used) {
    const days = uses.get(shareId) ?? [...unused];
    days[daysBetween(first, day)] = sessions;
    uses.set(shareId, days);
  }
  return uses;
}
