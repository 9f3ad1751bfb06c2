import type { Granted } from "#lib/access/rules.ts";
import type { Actor } from "#lib/access/schema.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { createBuild } from "#lib/builds/commands.ts";
import type { NoticeId } from "#lib/builds/notices/rules.ts";
import { mayBuild } from "#lib/builds/rules.ts";
import type { NoticeValues } from "#lib/builds/runs/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { db, transaction } from "#lib/platform/db/client.ts";
import { storableStrings } from "#lib/platform/db/storable.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { PrivacyLevel } from "#lib/projects/schema.ts";
import { removeVersions } from "#lib/versions/commands.ts";
import { syncVersions } from "#lib/versions/refs/jobs.ts";
import { readVersions } from "#lib/versions/refs/queries.ts";
import {
  type ChangedVersion,
  duplicatedNames,
  type NewVersion,
  planSync,
  type Ref,
  type SyncPlan,
} from "#lib/versions/refs/rules.ts";
import type { SyncCounts } from "#lib/versions/refs/schema.ts";
import type { Prisma } from "#prisma/client/client.ts";

/** Advisory locks on the versions of a project as a whole; the second number is the project's id. */
const versionsLock = 5_271_907;

/** The repository has a branch and a tag named `latest`, or `stable`. Recognise it with `isDuplicatedNames`. */
export class DuplicatedNames extends Error {
  readonly code = "duplicated_names";
  readonly names: readonly string[];
  constructor(names: readonly string[]) {
    super(`Both a branch and a tag are named ${names.join(" and ")}.`);
    this.names = names;
  }
}

export const isDuplicatedNames = (error: unknown): error is DuplicatedNames =>
  error instanceof Error && (error as { code?: unknown }).code === "duplicated_names";

/** What a repository has, as just listed. */
export type ListedRefs = {
  readonly refs: readonly Ref[];
  /** The branch its HEAD names, if any. */
  readonly defaultBranch: string | null;
  /** The version that is being built from this very listing: it needs no other build for what the sync finds. */
  readonly building?: number;
};

/**
 * Lets a project's versions follow its repository (spec/builds.md 12.3 to 12.5), all or nothing, one sync of a project at a time.
 * Builds that a new `stable` asks for are queued along with it. Throws DuplicatedNames.
 */
export async function syncRefs(projectId: number, listed: ListedRefs, actor: Actor): Promise<SyncCounts> {
  const duplicated = duplicatedNames(listed.refs);
  if (duplicated.length > 0) throw new DuplicatedNames(duplicated);
  // Most syncs find nothing new, and those lock and record nothing.
  const first = await makePlan(db, projectId, listed);
  if (isEmpty(first.plan)) return countsOf(first.plan);
  return command(actor, async (c) => {
    await c.tx.$executeRaw`select pg_advisory_xact_lock(${versionsLock}::int, ${projectId}::int)`;
    await c.tx
      .$executeRaw`select id from versions where project_id = ${projectId} order by id for no key update`;
    const { plan, project } = await makePlan(c.tx, projectId, listed);
    await removeVersions(c, plan.remove);
    await changeVersions(c, plan.change);
    await createVersions(c, { id: projectId, privacyLevel: project.privacyLevel }, plan.create);
    const counts = countsOf(plan);
    await c.record({
      action: "version.sync",
      projectId,
      subjectKind: "project",
      subjectId: projectId,
      subjectLabel: project.slug,
      changes: { ...counts },
    });
    // No page is another one before something is built.
    await c.siteChanged(projectId, { versions: [] });
    if (mayBuild(project)) await buildVersions(c, projectId, plan.build, listed.building);
    return counts;
  });
}

async function makePlan(tx: Pick<typeof db, "project" | "$queryRaw">, projectId: number, listed: ListedRefs) {
  const project = await tx.project.findUniqueOrThrow({
    where: { id: projectId },
    select: {
      slug: true,
      privacyLevel: true,
      defaultBranch: true,
      deletedAt: true,
      buildsOffAt: true,
      organization: { select: { disabledAt: true } },
    },
  });
  const plan = project.deletedAt
    ? nothing
    : planSync(await readVersions(tx, projectId), {
        refs: listed.refs,
        defaultBranch: project.defaultBranch ?? listed.defaultBranch,
      });
  return { project, plan };
}

const nothing: SyncPlan = { create: [], change: [], remove: [], build: [] };

const isEmpty = ({ create, change, remove }: SyncPlan): boolean =>
  create.length + change.length + remove.length === 0;

const countsOf = ({ create, change, remove }: SyncPlan): SyncCounts => ({
  created: create.length,
  removed: remove.length,
  gone: change.filter(({ missing }) => missing).length,
});

/** One statement for all: a repository may have ten thousand tags. */
async function changeVersions(c: Command, changed: readonly ChangedVersion[]): Promise<void> {
  if (changed.length === 0) return;
  const now = clock.now();
  await c.tx.$executeRaw`
    update versions set verbose_name = new.verbose_name, type = new.type::version_type, identifier = new.identifier,
      machine = new.machine,
      last_seen_at = case when new.missing then coalesce(last_seen_at, ${now}) end,
      row_version = row_version + 1, modified = ${now}
    from unnest(
      ${changed.map(({ id }) => id)}::int[],
      ${changed.map(({ verboseName }) => verboseName)}::text[],
      ${changed.map(({ type }) => type)}::text[],
      ${changed.map(({ identifier }) => identifier)}::text[],
      ${changed.map(({ machine }) => machine)}::bool[],
      ${changed.map(({ missing }) => missing)}::bool[]
    ) as new (id, verbose_name, type, identifier, machine, missing)
    where versions.id = new.id`;
}

async function createVersions(
  c: Command,
  project: { id: number; privacyLevel: PrivacyLevel },
  made: readonly NewVersion[],
): Promise<void> {
  if (made.length === 0) return;
  await c.tx.$executeRaw`
    insert into versions (project_id, privacy_level, slug, verbose_name, type, identifier, machine, active)
    select ${project.id}::int, ${project.privacyLevel}::privacy_level, slug, verbose_name, type::version_type,
      identifier, machine, active
    from unnest(
      ${made.map(({ slug }) => slug)}::text[],
      ${made.map(({ verboseName }) => verboseName)}::text[],
      ${made.map(({ type }) => type)}::text[],
      ${made.map(({ identifier }) => identifier)}::text[],
      ${made.map(({ machine }) => machine)}::bool[],
      ${made.map(({ active }) => active)}::bool[]
    ) as made (slug, verbose_name, type, identifier, machine, active)
    on conflict do nothing`;
}

/** Queues the builds, except of versions whose waiting build will find the new state by itself. */
async function buildVersions(
  c: Command,
  projectId: number,
  slugs: readonly string[],
  building: number | undefined,
): Promise<void> {
  if (slugs.length === 0) return;
  const versions = await c.tx.version.findMany({
    where: {
      projectId,
      slug: { in: [...slugs] },
      id: { not: building ?? 0 },
      builds: { none: { state: "triggered" } },
    },
    select: { id: true, slug: true, verboseName: true, type: true },
    orderBy: { id: "asc" },
  });
  for (const version of versions)
    await createBuild(c, { project: { id: projectId }, version, trigger: "sync" });
}

/** What the notices of syncs are about: a project shows one at a time. */
const subject = "sync-versions";
const shown = { in: ["unread", "read"] } satisfies Prisma.NoticeWhereInput["state"];

/**
 * Lets a worker look at the project's repository soon. How the last sync ended is shown no longer. False, and nothing happens,
 * when the project may not build at the moment or has no `latest` (spec/builds.md 12.2).
 */
export async function requestSync(project: Granted<"admin", Project>): Promise<boolean> {
  if (!mayBuild(project)) return false;
  if ((await db.version.count({ where: { projectId: project.id, slug: "latest" } })) === 0) return false;
  await command(project.actor, async (c) => {
    await c.tx.notice.updateMany({
      where: { projectId: project.id, subject, state: shown },
      data: { state: "cancelled", modified: clock.now() },
    });
    await c.enqueue(syncVersions, { projectId: project.id }, { singletonKey: String(project.id) });
    await c.record({
      action: "version.sync_request",
      projectId: project.id,
      subjectKind: "project",
      subjectId: project.id,
      subjectLabel: project.slug,
    });
  });
  return true;
}

/** Shows the project's people how the sync that was asked for ended. */
export async function reportSync(
  projectId: number,
  notice: { readonly id: NoticeId; readonly values: NoticeValues },
): Promise<void> {
  const values: NoticeValues = JSON.parse(JSON.stringify(notice.values, storableStrings));
  await transaction(async (tx) => {
    await tx.notice.updateMany({
      where: { projectId, subject, state: shown },
      data: { state: "cancelled", modified: clock.now() },
    });
    await tx.notice.create({
      data: { projectId, subject, messageId: notice.id, values, dismissable: true },
      select: { id: true },
    });
  });
}
