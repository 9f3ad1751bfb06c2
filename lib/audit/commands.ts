import { isIP } from "node:net";
import type { Actor } from "#lib/access/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { type Tx, transaction } from "#lib/platform/db/client.ts";
import { deliverHere, notify } from "#lib/platform/db/listen.ts";
import { confirmClaim } from "#lib/platform/idempotency/idempotency.ts";
import { type EnqueueOptions, enqueue, type JobDefinition } from "#lib/platform/jobs/queue.ts";
import { requestPurges } from "#lib/publishing/purges/commands.ts";
import type { SiteChange } from "#lib/publishing/purges/rules.ts";
import { Prisma } from "#prisma/client/client.ts";

/** One line of history: what was done to what. */
export type AuditEntry = {
  /** `<noun>.<verb>`, for example `project.create`. */
  action: string;
  projectId?: number | null;
  /** Filled from the project when absent. */
  organizationId?: number | null;
  subjectKind: string;
  subjectId: number | string | bigint;
  /** What people call it: history outlives the row. */
  subjectLabel: string;
  /** Field → from and to; a secret is only ever `"changed"`. */
  changes?: Prisma.InputJsonObject;
};

/** What a command does its work with. Everything happens in one transaction, or nothing does. */
export type Command = {
  readonly tx: Tx;
  readonly actor: Actor;
  record(entry: AuditEntry): Promise<void>;
  /** The same for many at once, in one statement. */
  recordAll(entries: readonly AuditEntry[]): Promise<void>;
  /**
   * Docs hosts are affected: on commit every web process drops what it knows of the project, and shared caches are asked to forget
   * what `change` has made wrong, everything of the project and its relatives unless told.
   */
  siteChanged(projectId: number, change?: SiteChange): Promise<void>;
  notify(channel: string, payload: string): Promise<void>;
  enqueue<P extends object>(job: JobDefinition<P>, payload: P, options?: EnqueueOptions): Promise<void>;
};

/** Serialises the last moment of commands that change sites; see `publishSiteChanges`. */
const SITE_LOCK = 5_271_904_135;

/**
 * Runs a change on behalf of `actor`: rows, audit events, notices and jobs commit together. Throws, and changes nothing,
 * when `run` throws or recorded nothing: a change without history is a mistake in the command.
 */
export async function command<T>(
  actor: Actor,
  run: (c: Command) => Promise<T>,
  options: { timeoutMs?: number } = {},
): Promise<T> {
  const changedSites = new Map<number, SiteChange[]>();
  const result = await transaction(async (tx) => {
    const recorded: string[] = [];
    const made = await run({
      tx,
      actor,
      record: async (entry) => {
        await recordEvents(tx, actor, [entry]);
        recorded.push(entry.action);
      },
      recordAll: async (entries) => {
        await recordEvents(tx, actor, entries);
        recorded.push(...entries.map(({ action }) => action));
      },
      siteChanged: async (projectId, change = "all") =>
        void changedSites.set(projectId, [...(changedSites.get(projectId) ?? []), change]),
      notify: (channel, payload) => notify(tx, channel, payload),
      enqueue: (job, payload, jobOptions) => enqueue(tx, job, payload, jobOptions),
    });
    const [reason] = recorded;
    if (reason === undefined) throw new Error("A command ended without recording what it did.");
    await confirmClaim(tx);
    await requestPurges(tx, changedSites, reason);
    await publishSiteChanges(tx, [...changedSites.keys()]);
    return made;
  }, options);
  // Other processes hear of it from the database. Whoever was answered by this one finds it done there with the next request.
  for (const id of changedSites.keys()) deliverHere("site_changed", String(id));
  return result;
}

/**
 * Revisions must become visible in their order, or a process that reads "greater than the last one I saw" misses one that
 * commits late. So they are given out at the very end, one command at a time; the rows are locked before the turn is taken,
 * so that nobody holds the turn while waiting for a row.
 */
async function publishSiteChanges(tx: Tx, projectIds: number[]): Promise<void> {
  if (projectIds.length === 0) return;
  await tx.$executeRaw`select 1 from projects where id = any(${projectIds}) order by id for no key update`;
  await tx.$executeRaw`select pg_advisory_xact_lock(${SITE_LOCK})`;
  await tx.$executeRaw`
    update projects set site_revision = nextval('site_revisions') where id = any(${projectIds})`;
  for (const id of projectIds) await notify(tx, "site_changed", String(id));
}

async function recordEvents(tx: Tx, actor: Actor, entries: readonly AuditEntry[]): Promise<void> {
  const organizations = await organizationsOf(tx, entries);
  await tx.auditEvent.createMany({
    data: entries.map((entry) => ({
      at: clock.now(),
      ...actorColumns(actor),
      organizationId:
        entry.organizationId === undefined
          ? (organizations.get(entry.projectId ?? null) ?? null)
          : entry.organizationId,
      projectId: entry.projectId ?? null,
      subjectKind: entry.subjectKind,
      subjectId: String(entry.subjectId),
      subjectLabel: entry.subjectLabel.slice(0, 500),
      action: entry.action,
      changes: entry.changes ?? Prisma.DbNull,
    })),
  });
}

/** The organizations of the projects of entries that name none, by project. */
async function organizationsOf(tx: Tx, entries: readonly AuditEntry[]) {
  const open = entries.flatMap(({ organizationId, projectId }) =>
    organizationId === undefined && projectId ? [projectId] : [],
  );
  if (open.length === 0) return new Map<number | null, number | null>();
  const projects = await tx.project.findMany({
    where: { id: { in: open } },
    select: { id: true, organizationId: true },
  });
  return new Map<number | null, number | null>(
    projects.map(({ id, organizationId }) => [id, organizationId]),
  );
}

type ActorColumns = Pick<
  Prisma.AuditEventUncheckedCreateInput,
  "actorKind" | "actorId" | "actorLabel" | "tokenId" | "address" | "client"
>;

function actorColumns(actor: Actor): ActorColumns {
  if (actor.kind === "system") {
    return { actorKind: actor.job === "operator" ? "operator" : "system", actorLabel: actor.job };
  }
  const caller = {
    address: isIP(actor.address) ? actor.address : null,
    client: actor.client.replaceAll("\0", "").slice(0, 500),
  };
  // Signing up: somebody, of whom nothing is known yet.
  if (actor.kind === "visitor") return { actorKind: "user", actorLabel: "visitor", ...caller };
  return {
    actorKind: actor.kind,
    actorId: actor.userId,
    actorLabel: actor.username,
    ...(actor.kind === "token" ? { tokenId: actor.tokenId } : {}),
    ...caller,
  };
}
