import { type Granted, grant } from "#lib/access/rules.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { containing } from "#lib/platform/db/like.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import type { Project } from "#lib/projects/queries.ts";
import { scopeValues } from "#lib/sharing/live/queries.ts";
import { findSharePolicy } from "#lib/sharing/policies/queries.ts";
import { compileCoverage } from "#lib/sharing/rules/coverage.ts";
import { dayOf, daysAfter, liveAt, startOfDay } from "#lib/sharing/rules/lifetime.ts";
import type { ShareFilter, ShareScope } from "#lib/sharing/schema.ts";
import { readableLink } from "#lib/sharing/secrets/queries.ts";
import { orderVersions } from "#lib/versions/rules/order.ts";
import type { Prisma } from "#prisma/client/client.ts";

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
  readonly linksReadable: boolean;
  /** The active ones, in the order the project wants. */
  readonly versions: readonly { readonly id: number; readonly slug: string }[];
};

/** A share of a project, ready to be shown. */
export type Share = ShareRow & {
  readonly project: Granted<"admin", Project>;
  readonly site: Site;
  readonly scope: ShareScope;
  /** The secret of its link, where it has one that may be read again. */
  readonly link: string | null;
  /** Sessions of the last 30 days. */
  readonly uses: number;
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
  const row = await db.share.findFirst({ where: { id, projectId: project.id }, select: shareFields });
  const [share] = row === null ? [] : await describe(project, [row]);
  return grant("admin", project.actor, share ?? null, { view: true, admin: true }, "Share");
}

/** A project's shares, the newest first unless told, live ones only unless told (decision 20). */
export async function listShares(
  project: Granted<"admin", Project>,
  filter: ShareFilter,
  page: PageRequest,
): Promise<Found<Share>> {
  const where: Prisma.ShareWhereInput = {
    AND: [
      { projectId: project.id },
      await inStatus(project, filter.status ?? "live"),
      filter.type === undefined ? {} : { accessType: filter.type },
      filter.by === undefined ? {} : { createdBy: { username: filter.by } },
      filter.q === undefined ? {} : { description: containing(filter.q) },
      filter.version === undefined ? {} : await reaching(project, filter.version),
    ],
  };
  const [count, rows] = await Promise.all([
    db.share.count({ where }),
    db.share.findMany({
      where,
      select: shareFields,
      orderBy: orders[filter.sort ?? "-created"],
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  return { count, rows: await describe(project, rows) };
}

const orders = {
  "-created": [{ created: "desc" }, { id: "desc" }],
  expires: [{ expires: "asc" }, { id: "asc" }],
  "-last_used": [{ lastUsedAt: { sort: "desc", nulls: "last" } }, { id: "desc" }],
} satisfies Record<string, Prisma.ShareOrderByWithRelationInput[]>;

async function inStatus(
  project: Pick<Project, "organizationId">,
  status: NonNullable<ShareFilter["status"]>,
): Promise<Prisma.ShareWhereInput> {
  const now = clock.now();
  const live = liveAt(now);
  switch (status) {
    case "live":
      return live;
    case "expiring": {
      const { remindDays } = await findSharePolicy(project.organizationId);
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

const nothing: ShareScope = { allVersions: false, versionIds: [], versionPatterns: [], pathPrefixes: [] };
const noVersion = -1;

/** The shares that reach a version of this name. */
async function reaching(project: { id: number }, slug: string): Promise<Prisma.ShareWhereInput> {
  const patterns = await db.shareScope.findMany({
    where: { kind: "version_pattern", share: { projectId: project.id } },
    select: { shareId: true, value: true },
  });
  const matching = patterns.filter(({ value }) => {
    const covers = compileCoverage({ ...nothing, versionPatterns: [value] });
    return covers({ id: noVersion, slug, preview: false }, "/", false);
  });
  return {
    OR: [
      { allVersions: true },
      { versions: { some: { version: { slug } } } },
      { id: { in: matching.map(({ shareId }) => shareId) } },
    ],
  };
}

const usedDays = 30;

/** Three queries, however many shares there are. */
async function describe(project: Granted<"admin", Project>, rows: readonly ShareRow[]): Promise<Share[]> {
  if (rows.length === 0) return [];
  const today = dayOf(clock.now());
  const [policy, versions, used] = await Promise.all([
    findSharePolicy(project.organizationId),
    db.version.findMany({
      where: { projectId: project.id, active: true, type: { not: "external" } },
      select: { id: true, slug: true, verboseName: true },
      orderBy: { id: "asc" },
    }),
    db.shareUseDaily.groupBy({
      by: ["shareId"],
      where: {
        shareId: { in: rows.map(({ id }) => id) },
        day: { gt: new Date(daysAfter(today, -usedDays)) },
      },
      _sum: { sessions: true },
    }),
  ]);
  const site = { linksReadable: policy.linksReadable, versions: orderVersions(versions, project) };
  const uses = new Map(used.map(({ shareId, _sum }) => [shareId, _sum.sessions ?? 0]));
  return rows.map((row) => ({
    ...row,
    project,
    site,
    scope: scopeOf(row),
    link: policy.linksReadable ? readableLink(row.secrets) : null,
    uses: uses.get(row.id) ?? 0,
  }));
}
