import type { Build } from "#lib/builds/queries.ts";
import { db } from "#lib/platform/db/client.ts";
import { standingOn } from "#lib/versions/queries.ts";
import { Prisma } from "#prisma/client/client.ts";

const person = { select: { username: true, deactivatedAt: true } } as const;

const detailFields = {
  id: true,
  state: true,
  created: true,
  trigger: true,
  triggeredBy: person,
  rebuildOfId: true,
  versionName: true,
  commitMessage: true,
  commitAuthor: true,
  configPath: true,
  isolation: true,
  peakMemoryMb: true,
  fileCount: true,
  totalBytes: true,
  waitReason: true,
  artifacts: { select: { format: true, name: true, bytes: true }, orderBy: { format: "asc" } },
  cancellation: { select: { reason: true, byUser: person, newerBuildId: true, at: true } },
} as const satisfies Prisma.BuildSelect;

export type BuildDetails = Prisma.BuildGetPayload<{ select: typeof detailFields }> & {
  /** How many builds are before a waiting one. */
  readonly ahead: number;
  /** Who works for an organization is told to its own people only. */
  readonly namesPeople: boolean;
};

/** What `expand=details` tells of builds the caller may see, by build id. */
export async function findDetails(builds: readonly Build[]): Promise<ReadonlyMap<number, BuildDetails>> {
  const ids = builds.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db.build.findMany({ where: { id: { in: ids } }, select: detailFields });
  const places = await findPlaces(rows.filter(({ state }) => state === "triggered").map(({ id }) => id));
  const naming = new Set(
    builds
      .filter(({ project }) => project.organizationId === null || standingOn(project).member)
      .map(({ id }) => id),
  );
  return new Map(
    rows.map((row) => [row.id, { ...row, ahead: places.get(row.id) ?? 0, namesPeople: naming.has(row.id) }]),
  );
}

/** How many waiting builds a worker would take before each of these. */
async function findPlaces(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.$queryRaw<{ id: number; ahead: number }[]>(Prisma.sql`
    select id, (select count(*)::int from builds as before where before.state = 'triggered'
      and (-before.priority, before.created, before.id) < (-mine.priority, mine.created, mine.id)) as ahead
    from builds as mine where id = any(${[...ids]}::int[])`);
  return new Map(rows.map(({ id, ahead }) => [id, ahead]));
}
