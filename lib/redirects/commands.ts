import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { type Condition, requireUnchanged } from "#lib/platform/db/condition.ts";
import { invalid, notFound } from "#lib/platform/errors.ts";
import { lockProject } from "#lib/projects/commands.ts";
import type { Project } from "#lib/projects/queries.ts";
import { docsHosts, type Family, findFamily } from "#lib/publishing/queries.ts";
import { type Redirect, redirectFields } from "#lib/redirects/queries.ts";
import { findCircles } from "#lib/redirects/rules/inspect.ts";
import {
  addressProblems,
  circleProblem,
  insertAt,
  isSuffixType,
  limitReached,
  mostRedirects,
  moveTo,
  normalise,
  onlyOne,
  removeAt,
  ruleOf,
  type Shift,
  wildcardProblem,
} from "#lib/redirects/rules.ts";
import type { RedirectChanges, RedirectInput } from "#lib/redirects/schema.ts";
import type { Prisma } from "#prisma/client/client.ts";

type Values = Pick<
  Redirect,
  "type" | "fromUrl" | "toUrl" | "httpStatus" | "force" | "enabled" | "description"
>;
const usual = {
  fromUrl: "",
  toUrl: "",
  httpStatus: 302,
  force: false,
  enabled: true,
  description: "",
};

/**
 * Adds a redirect, at the front unless told. Throws 400: by field without the addresses its type needs, as a bare list when there
 * are too many, for a misplaced wildcard, for a second one of a type of which there is one, and for one that would send readers
 * round in a circle.
 */
export async function createRedirect(
  project: Granted<"admin", Project>,
  input: RedirectInput,
): Promise<Redirect> {
  const wanted = merge({ ...usual, type: input.type }, input);
  requireAddresses(wanted, input);
  const family = await findFamily(project.slug);
  return command(project.actor, async (c) => {
    await lockProject(c, project);
    const count = await countRedirects(c, project);
    if (count >= mostRedirects) throw invalid([limitReached]);
    await requireRules(c, project, wanted);
    const values = normalise(wanted);
    const { position, shift } = insertAt(count, input.position ?? 0);
    await moveOthers(c, project, shift);
    const now = clock.now();
    const row = await c.tx.redirect.create({
      data: { projectId: project.id, ...values, position, created: now, modified: now },
      select: redirectFields,
    });
    const created = { ...row, project };
    await refuseCircles(c, project, family, row.id);
    await recordRedirect(c, "redirect.create", created, differences(null, { ...values, position }));
    return created;
  });
}

/**
 * Changes a redirect; what is not named keeps its value. Throws 400 as `createRedirect` does, 404 when it is gone, and 412 with
 * `unchanged` when it is not any more as the caller saw it.
 */
export async function updateRedirect(
  redirect: Granted<"admin", Redirect>,
  changes: RedirectChanges,
  options: Condition = {},
): Promise<Redirect> {
  const { project } = redirect;
  const family = await findFamily(project.slug);
  return command(redirect.actor, async (c) => {
    const before = await lockRedirect(c, redirect, options);
    const wanted = merge(before, changes);
    requireAddresses(wanted, changes);
    await requireRules(c, project, wanted, redirect.id);
    const values = normalise(wanted);
    const count = await countRedirects(c, project);
    const { position, shift } = moveTo(count, before.position, changes.position ?? before.position);
    await moveOthers(c, project, shift);
    const row = await c.tx.redirect.update({
      where: { id: redirect.id },
      data: { ...values, position, rowVersion: { increment: 1 }, modified: clock.now() },
      select: redirectFields,
    });
    const updated = { ...row, project };
    const changed = differences(before, { ...values, position });
    if (deciding.some((name) => name in changed)) await refuseCircles(c, project, family, row.id);
    await recordRedirect(c, "redirect.update", updated, changed);
    return updated;
  });
}

/** Removes a redirect and closes the gap. Throws 404 when it is gone, 412 like `updateRedirect`. */
export async function deleteRedirect(
  redirect: Granted<"admin", Redirect>,
  options: Condition = {},
): Promise<void> {
  const { project } = redirect;
  await command(redirect.actor, async (c) => {
    const before = await lockRedirect(c, redirect, options);
    const count = await countRedirects(c, project);
    await c.tx.redirect.delete({ where: { id: redirect.id }, select: { id: true } });
    await moveOthers(c, project, removeAt(count, before.position));
    await recordRedirect(c, "redirect.delete", { ...before, project }, differences(before, null));
  });
}

function merge(before: Values, given: RedirectChanges): Values {
  return {
    type: given.type ?? before.type,
    fromUrl: given.from_url ?? before.fromUrl,
    toUrl: given.to_url ?? before.toUrl,
    httpStatus: given.http_status ?? before.httpStatus,
    force: given.force === undefined ? before.force : given.force,
    enabled: given.enabled === undefined ? before.enabled : given.enabled,
    description: given.description === undefined ? before.description : given.description,
  };
}

function requireAddresses(wanted: Values, sent: RedirectChanges): void {
  const problems = addressProblems(wanted, sent);
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

/** The rules that are found late, in the order of spec/api-v3.md 4.6. */
async function requireRules(c: Command, project: Project, wanted: Values, id?: number): Promise<void> {
  const problem = wildcardProblem(wanted);
  if (problem !== null) throw invalid([problem]);
  if (!isSuffixType(wanted.type)) return;
  const other = await c.tx.redirect.findFirst({
    where: { projectId: project.id, type: wanted.type, ...(id !== undefined && { id: { not: id } }) },
    select: { id: true },
  });
  if (other) throw invalid([onlyOne(wanted.type)]);
}

/**
 * Throws 400 when a redirect, as all are now in this transaction, is part of a circle. `family` is read before: a second
 * connection inside a transaction could wait for itself.
 */
async function refuseCircles(c: Command, project: Project, family: Family | null, id: number): Promise<void> {
  if (family === null) return;
  const rows = await c.tx.redirect.findMany({
    where: { projectId: project.id, OR: [{ enabled: true }, { enabled: null }] },
    select: redirectFields,
    orderBy: { position: "asc" },
  });
  const circles = await findCircles({ project: family.project, hosts: docsHosts }, rows.map(ruleOf));
  const own = circles.find(({ ruleIds }) => ruleIds.includes(id));
  if (own) throw invalid([circleProblem(own.paths)]);
}

/** The redirect as it is now, while nobody else changes the project's. */
async function lockRedirect(c: Command, redirect: Redirect, options: Condition) {
  await lockProject(c, redirect.project);
  const now = await c.tx.redirect.findUnique({ where: { id: redirect.id }, select: redirectFields });
  if (!now) throw notFound("Redirect");
  requireUnchanged(options, redirect, now);
  return now;
}

const countRedirects = (c: Command, project: Project): Promise<number> =>
  c.tx.redirect.count({ where: { projectId: project.id } });

/** What others are moved by is no change of theirs: `modified` stays, but it shows in their answer, so the entity tag does not. */
async function moveOthers(c: Command, project: Project, { from, to, by }: Shift): Promise<void> {
  await c.tx.redirect.updateMany({
    where: { projectId: project.id, position: { gte: from, lte: to } },
    data: { position: { increment: by }, rowVersion: { increment: 1 } },
  });
}

type Settings = Values & Pick<Redirect, "position">;
const settingNames = [
  "type",
  "fromUrl",
  "toUrl",
  "httpStatus",
  "force",
  "enabled",
  "description",
  "position",
] as const satisfies (keyof Settings)[];

/** What decides where readers are sent. */
const deciding = ["type", "fromUrl", "toUrl", "enabled", "position"] as const satisfies (keyof Settings)[];

/** Field → from and to, of what changes; null stands for a redirect that is not there. */
export function differences(before: Settings | null, after: Settings | null): Prisma.InputJsonObject {
  const changed = settingNames.filter((name) => before?.[name] !== after?.[name]);
  return Object.fromEntries(
    changed.map((name) => [name, { from: before?.[name] ?? null, to: after?.[name] ?? null }]),
  );
}

/** Writes down what was done to a redirect, and tells the docs hosts. */
export async function recordRedirect(
  c: Command,
  action: string,
  { id, type, fromUrl, project }: Pick<Redirect, "id" | "type" | "fromUrl"> & { project: { id: number } },
  changes: Prisma.InputJsonObject,
): Promise<void> {
  await c.record({
    action,
    projectId: project.id,
    subjectKind: "redirect",
    subjectId: id,
    subjectLabel: `${type} ${fromUrl}`.trim(),
    changes,
  });
  await c.siteChanged(project.id);
}
