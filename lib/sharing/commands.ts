import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { belongsTo } from "#lib/organizations/policy.ts";
import { clock } from "#lib/platform/clock.ts";
import { type Condition, requireUnchanged } from "#lib/platform/db/condition.ts";
import { conflict, invalid, notFound } from "#lib/platform/errors.ts";
import { lockProject } from "#lib/projects/commands.ts";
import type { Project } from "#lib/projects/queries.ts";
import { settleRequests } from "#lib/sharing/extension-answers/commands.ts";
import { endsSoon, withdrawNotice } from "#lib/sharing/notices/commands.ts";
import { findSharePolicy } from "#lib/sharing/policies/queries.ts";
import { extendedDay, movedDayProblem, usualLastDay } from "#lib/sharing/policies/rules.ts";
import { openShare, type Share, type ShareRow, scopeOf, shareFields } from "#lib/sharing/queries.ts";
import {
  type Day,
  dayOf,
  daysBetween,
  extendedBy,
  liveAt,
  overlapEnd,
  undoMs,
} from "#lib/sharing/rules/lifetime.ts";
import { isNarrowed } from "#lib/sharing/rules/narrowing.ts";
import { kindsOf, replacedKinds } from "#lib/sharing/rules/secrets.ts";
import { type ShareSettings, settingChanges, settingProblems } from "#lib/sharing/rules/settings.ts";
import type {
  ExtensionInput,
  RotationInput,
  SecretKind,
  ShareChanges,
  ShareInput,
} from "#lib/sharing/schema.ts";
import { type IssuedSecrets, issueSecrets, noSecrets, retireSecrets } from "#lib/sharing/secrets/commands.ts";
import { endShareSessions } from "#lib/sharing/sessions/commands.ts";
import type { Prisma } from "#prisma/client/client.ts";

/** A share after a change, the secrets the change made, and how many sessions it ended. */
export type SavedShare = {
  readonly share: Granted<"admin", Share>;
  readonly issued: IssuedSecrets;
  readonly sessionsEnded: number;
};

type Done = { readonly id: number; readonly issued?: IssuedSecrets; readonly sessionsEnded?: number };

/** More than anybody needs, and what a site's snapshot can hold. */
const mostShares = 500;

/**
 * A new share of a project with its secrets, which are told in this answer only, except links. Refuses with 400 by field what the
 * organization does not allow, versions that need no share, and a password that is in use; as a bare list when there are too many.
 */
export async function createShare(
  project: Granted<"admin", Project>,
  input: ShareInput,
): Promise<SavedShare> {
  return save(project, async (c) => {
    await lockProject(c, project);
    const now = clock.now();
    await requireRoom(c, project, now);
    const policy = await findSharePolicy(project.organizationId, c.tx);
    const today = dayOf(now);
    const names = [...(input.versions ?? []), ...(input.version_patterns ?? [])];
    const wanted = merge(
      {
        type: input.access_type,
        description: input.description,
        expires: usualLastDay(policy, today),
        allVersions: names.length === 0,
        versions: [],
        versionPatterns: [],
        pathPrefixes: [],
        landingPath: null,
        canReveal: true,
        notifyFirstUse: true,
        notifyBeforeEnd: true,
      },
      input,
    );
    const known = await findNamed(c, project, wanted);
    requireNone(settingProblems(wanted, null, known, { policy, today, password: input.password }));
    const share = await c.tx.share.create({
      data: {
        projectId: project.id,
        accessType: wanted.type,
        lengthDays: Math.max(1, daysBetween(today, wanted.expires)),
        createdById: "userId" in c.actor ? c.actor.userId : null,
        created: now,
        modified: now,
        ...columnsOf(wanted),
      },
      select: { id: true, projectId: true },
    });
    await storeScope(c, share, wanted, known);
    const holders = input.for_recipients ? [] : [{ recipientId: null, password: input.password }];
    const [issued = noSecrets] = await issueSecrets(c, share, kindsOf[wanted.type], holders);
    await recordShare(c, "share.create", { ...share, ...wanted }, settingChanges(null, wanted));
    return { id: share.id, issued };
  });
}

/**
 * Changes a share; what is not named keeps its value. A new password ends the sessions that the old one opened, and a share that
 * reaches less ends all of its sessions. Throws 400 as `createShare` does, 409 when it was revoked, and 412 with `unchanged` when it is not any more as the caller saw it.
 */
export async function updateShare(
  share: Granted<"admin", Share>,
  changes: ShareChanges,
  options: Condition = {},
): Promise<SavedShare> {
  const { project } = share;
  return save(project, async (c) => {
    const row = await lockShare(c, share, options);
    requireKept(row);
    const now = clock.now();
    const policy = await findSharePolicy(project.organizationId, c.tx);
    const before = settingsOf(row);
    const wanted = merge(before, changes);
    const known = await findNamed(c, project, wanted);
    const password = changes.password || undefined;
    requireNone(settingProblems(wanted, before, known, { policy, today: dayOf(now), password }));
    const moved = before.expires !== wanted.expires;
    if (moved && before.expires < dayOf(now)) await requireRoom(c, project, now);
    await touch(c, share, columnsOf(wanted));
    if (moved) await forgetEnd(c, row, before.expires, wanted.expires);
    await c.tx.shareVersion.deleteMany({ where: { shareId: share.id } });
    await c.tx.shareScope.deleteMany({ where: { shareId: share.id } });
    await storeScope(c, share, wanted, known);
    const replaced =
      password === undefined
        ? { issued: noSecrets, sessionsEnded: 0 }
        : await replace(c, row, ["password"], { password });
    const narrowed = isNarrowed(before, wanted)
      ? await endShareSessions(c, { shareId: share.id }, "narrowed")
      : 0;
    await recordShare(
      c,
      "share.update",
      { ...row, ...wanted },
      { ...settingChanges(before, wanted), ...(password !== undefined && { password: "changed" }) },
    );
    return { id: share.id, issued: replaced.issued, sessionsEnded: replaced.sessionsEnded + narrowed };
  });
}

/**
 * Gives a share new secrets; the old ones go on for `overlap_hours`, and end with their sessions at once when that is 0. Of a share by
 * password the password is replaced unless `secret` says otherwise (decision 18). Throws 400, 409 and 412 as `updateShare` does.
 */
export async function rotateShare(
  share: Granted<"admin", Share>,
  input: RotationInput,
  options: Condition = {},
): Promise<SavedShare> {
  return save(share.project, async (c) => {
    const row = await lockShare(c, share, options);
    requireKept(row);
    requireOwnSecrets(row);
    const kinds = replacedKinds(row.accessType, input.secret);
    if (input.password && !kinds.includes("password")) {
      throw invalid({ password: ["No password is replaced."] });
    }
    const replaced = await replace(c, row, kinds, {
      password: input.password,
      until: overlapEnd(input.overlap_hours, clock.now()),
    });
    await touch(c, share, {});
    await recordShare(c, "share.rotate", row, {
      secrets: "changed",
      kinds: [...kinds],
      overlap_hours: input.overlap_hours,
    });
    return { id: share.id, ...replaced };
  });
}

/** Ends a share at once, with all its sessions; for a moment that can be taken back. Throws 409 when it was revoked before, 412. */
export async function revokeShare(
  share: Granted<"admin", Share>,
  options: Condition = {},
): Promise<SavedShare> {
  return save(share.project, async (c) => {
    const row = await lockShare(c, share, options);
    if (row.revokedAt !== null) throw conflict("It is revoked already.");
    const now = clock.now();
    const sessionsEnded = await end(c, row, new Date(now.getTime() + undoMs));
    return { id: share.id, sessionsEnded };
  });
}

/** Takes revoking back: the secrets are the same, and sessions go on. Throws 409 when it was not revoked or the time is over, 412. */
export async function undoRevoke(
  share: Granted<"admin", Share>,
  options: Condition = {},
): Promise<SavedShare> {
  return save(share.project, async (c) => {
    const row = await lockShare(c, share, options);
    if (row.revokedAt === null) throw conflict("It is not revoked.");
    if (row.undoUntil === null || row.undoUntil < clock.now()) {
      throw conflict("It is too late to take that back. Create another share.");
    }
    // Revoking has withdrawn what was said of its end.
    await touch(c, share, { revokedAt: null, revokedById: null, undoUntil: null, remindedAt: null });
    await c.tx.shareSession.updateMany({
      where: { shareId: share.id, endReason: "revoked", endedAt: { gte: row.revokedAt } },
      data: { endedAt: null, endReason: null },
    });
    await recordShare(c, "share.undo_revoke", row, {});
    return { id: share.id };
  });
}

/**
 * Moves the last day of a share, by the length it was made with unless told, or as far as the organization allows; one that has
 * expired lives again from today. Throws 400 on
 * `expires` when the organization does not allow that long, or such a share any more, 409 when it was revoked or ended so long ago that
 * its secrets are gone, 412.
 */
export async function extendShare(
  share: Granted<"admin", Share>,
  input: ExtensionInput = {},
  options: Condition = {},
): Promise<SavedShare> {
  return save(share.project, async (c) => {
    await extendWithin(c, share, input, options);
    return { id: share.id };
  });
}

/** The same as a part of another command, which tells the docs hosts. */
export async function extendWithin(
  c: Command,
  share: Granted<"admin", Share>,
  input: ExtensionInput = {},
  options: Condition = {},
): Promise<void> {
  const row = await lockShare(c, share, options);
  requireKept(row);
  const today = dayOf(clock.now());
  const before = dayOf(row.expires);
  const policy = await findSharePolicy(share.project.organizationId, c.tx);
  const expires =
    input.expires ??
    (input.days === undefined
      ? extendedDay(policy, extendedBy(before, row.lengthDays, today), before, today)
      : extendedBy(before, input.days, today));
  const kind = { type: row.accessType, allVersions: row.allVersions };
  const problem = movedDayProblem(policy, { ...kind, expires }, before, today);
  if (problem !== null) throw invalid({ expires: [problem] });
  if (before < today) await requireRoom(c, share.project, clock.now());
  await touch(c, share, { expires: new Date(expires) });
  await recordShare(c, "share.extend", row, { expires: { from: before, to: expires } });
  await forgetEnd(c, row, before, expires);
}

/**
 * Ends the live shares of those who do not belong to an organization any more, if its policy says so; those of deleted projects as well,
 * which may be restored. For the commands that let people leave, in the end.
 */
export async function endSharesOfLeavers(
  c: Command,
  organizationId: number,
  userIds: readonly number[],
): Promise<void> {
  const { endsWithCreator } = await findSharePolicy(organizationId, c.tx);
  if (!endsWithCreator) return;
  const where: Prisma.ShareWhereInput = {
    createdById: { in: [...userIds] },
    createdBy: { NOT: belongsTo(organizationId) },
    revokedAt: null,
    project: { organizationId },
  };
  const projects = await c.tx.share.findMany({ where, distinct: ["projectId"], select: { projectId: true } });
  const ids = projects.map(({ projectId }) => projectId);
  // Unlike `lockProject` this takes projects that are deleted, too.
  await c.tx.$executeRaw`select 1 from projects where id = any(${ids}::int[]) order by id for no key update`;
  for (const row of await c.tx.share.findMany({ where, select: shareFields, orderBy: { id: "asc" } })) {
    await end(c, row, null);
  }
}

/** Runs a change of shares of one project, tells its docs hosts, and reads what came of it. */
async function save(
  project: Granted<"admin", Project>,
  run: (c: Command) => Promise<Done>,
): Promise<SavedShare> {
  const done = await command(project.actor, async (c) => {
    const made = await run(c);
    await c.siteChanged(project.id, "readers");
    return made;
  });
  return {
    share: await openShare(project, done.id),
    issued: done.issued ?? noSecrets,
    sessionsEnded: done.sessionsEnded ?? 0,
  };
}

/** The share as it is now, while nobody else changes those of its project. */
async function lockShare(c: Command, share: Share, options: Condition): Promise<ShareRow> {
  await lockProject(c, share.project);
  const now = await c.tx.share.findUnique({ where: { id: share.id }, select: shareFields });
  if (!now) throw notFound("Share");
  requireUnchanged(options, share, now);
  return now;
}

/** Refuses with 409 what nothing can bring back. */
function requireKept({ revokedAt, secretsWipedAt }: ShareRow): void {
  if (revokedAt !== null) throw conflict("It was revoked. Create another share.");
  if (secretsWipedAt !== null) {
    throw conflict("It ended so long ago that its secrets are gone. Create another share.");
  }
}

/** Refuses with 409 a share for recipients. */
function requireOwnSecrets({ secrets }: Pick<ShareRow, "secrets">): void {
  if (secrets.length === 0) throw conflict("Its recipients have secrets of their own. Replace those.");
}

async function requireRoom(c: Command, project: Project, now: Date): Promise<void> {
  const where = { projectId: project.id, ...liveAt(now) };
  if ((await c.tx.share.count({ where })) < mostShares) return;
  throw invalid([`A project has at most ${mostShares} live shares. Revoke some that nobody uses.`]);
}

function requireNone(problems: ReturnType<typeof settingProblems>): void {
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

const findNamed = (c: Command, project: Project, { versions }: ShareSettings) =>
  c.tx.version.findMany({
    where: { projectId: project.id, slug: { in: [...versions] }, type: { not: "external" } },
    select: { id: true, slug: true, active: true, privacyLevel: true },
  });

function merge(before: ShareSettings, given: ShareChanges): ShareSettings {
  const allVersions = given.allow_all ?? before.allVersions;
  // Whoever only asks for all versions means that the ones named before count no more.
  const widened = allVersions && !before.allVersions;
  return {
    type: given.access_type ?? before.type,
    description: given.description ?? before.description,
    expires: given.expires ?? before.expires,
    allVersions,
    versions: given.versions ?? (widened ? [] : before.versions),
    versionPatterns: given.version_patterns ?? (widened ? [] : before.versionPatterns),
    pathPrefixes: given.path_prefixes ?? before.pathPrefixes,
    landingPath: given.landing_path === undefined ? before.landingPath : given.landing_path,
    canReveal: given.can_reveal ?? before.canReveal,
    notifyFirstUse: given.notify_first_use ?? before.notifyFirstUse,
    notifyBeforeEnd: given.notify_before_end ?? before.notifyBeforeEnd,
  };
}

function settingsOf(row: ShareRow): ShareSettings {
  return {
    type: row.accessType,
    description: row.description,
    expires: dayOf(row.expires),
    allVersions: row.allVersions,
    versions: row.versions.map(({ version }) => version.slug),
    versionPatterns: scopeOf(row).versionPatterns,
    pathPrefixes: scopeOf(row).pathPrefixes,
    landingPath: row.landingPath,
    canReveal: row.canReveal,
    notifyFirstUse: row.notifyFirstUse,
    notifyBeforeEnd: row.notifyBeforeEnd,
  };
}

const columnsOf = (wanted: ShareSettings) => ({
  description: wanted.description,
  expires: new Date(wanted.expires),
  allVersions: wanted.allVersions,
  landingPath: wanted.landingPath,
  canReveal: wanted.canReveal,
  notifyFirstUse: wanted.notifyFirstUse,
  notifyBeforeEnd: wanted.notifyBeforeEnd,
});

type Identified = { readonly id: number; readonly projectId: number };

async function storeScope(
  c: Command,
  { id, projectId }: Identified,
  wanted: ShareSettings,
  known: readonly { id: number }[],
): Promise<void> {
  await c.tx.shareVersion.createMany({
    data: known.map((version) => ({ shareId: id, versionId: version.id, projectId })),
  });
  const values = (kind: "version_pattern" | "path_prefix", texts: readonly string[]) =>
    [...new Set(texts)].map((value) => ({ shareId: id, kind, value }));
  await c.tx.shareScope.createMany({
    data: [
      ...values("version_pattern", wanted.versionPatterns),
      ...values("path_prefix", wanted.pathPrefixes),
    ],
  });
}

async function touch(c: Command, { id }: { id: number }, data: Prisma.ShareUncheckedUpdateInput) {
  await c.tx.share.update({
    where: { id },
    data: { ...data, rowVersion: { increment: 1 }, modified: clock.now() },
    select: { id: true },
  });
}

async function replace(
  c: Command,
  share: Pick<ShareRow, "id" | "projectId" | "accessType" | "secrets">,
  kinds: readonly SecretKind[],
  { password, until = null }: { password?: string | undefined; until?: Date | null },
): Promise<Required<Omit<Done, "id">>> {
  requireOwnSecrets(share);
  const sessionsEnded = await retireSecrets(
    c,
    { shareId: share.id, recipientId: null, kinds },
    "rotated",
    until,
  );
  const [issued = noSecrets] = await issueSecrets(c, share, kinds, [{ recipientId: null, password }]);
  return { issued, sessionsEnded };
}

/** Its last day is another one now: what was said of the old day counts no longer, and with a later one whoever asked has more time. */
async function forgetEnd(c: Command, row: ShareRow, before: Day, expires: Day): Promise<void> {
  await c.tx.share.update({ where: { id: row.id }, data: { remindedAt: null }, select: { id: true } });
  await withdrawNotice(c, row, endsSoon(row.id));
  if (expires > before) await settleRequests(c, row, "extended");
}

/** Returns how many sessions ended. */
async function end(c: Command, row: ShareRow, undoUntil: Date | null): Promise<number> {
  const revokedById = "userId" in c.actor ? c.actor.userId : null;
  await touch(c, row, { revokedAt: clock.now(), revokedById, undoUntil });
  await withdrawNotice(c, row, endsSoon(row.id));
  const sessionsEnded = await endShareSessions(c, { shareId: row.id }, "revoked");
  await recordShare(c, "share.revoke", row, { sessions_ended: sessionsEnded });
  await c.siteChanged(row.projectId, "readers");
  return sessionsEnded;
}

const recordShare = (
  c: Command,
  action: string,
  share: Identified & { readonly description: string },
  changes: Prisma.InputJsonObject,
): Promise<void> =>
  c.record({
    action,
    projectId: share.projectId,
    subjectKind: "share",
    subjectId: share.id,
    subjectLabel: share.description,
    changes,
  });
