import type { Granted } from "#lib/access/rules.ts";
import type { Command } from "#lib/audit/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { invalid } from "#lib/platform/errors.ts";
import type { Project } from "#lib/projects/queries.ts";
import { docsHosts, type Family, findFamily } from "#lib/publishing/queries.ts";
import { parseCsv } from "#lib/redirects/imports/rules/csv.ts";
import { parseLines } from "#lib/redirects/imports/rules/lines.ts";
import {
  changedIds,
  type Plan,
  planImport,
  rulesOf,
  type Stored,
} from "#lib/redirects/imports/rules/plan.ts";
import { checkWritten, type Wanted } from "#lib/redirects/imports/rules/values.ts";
import type { ImportInput } from "#lib/redirects/imports/schema.ts";
import { redirectFields } from "#lib/redirects/queries.ts";
import { findCircles } from "#lib/redirects/rules/inspect.ts";
import { circleProblem, limitReached, mostRedirects } from "#lib/redirects/rules.ts";

/** As many lines with something wrong are named. */
const mostProblems = 20;

/** All redirects of a project, in their order. There are never many (`mostRedirects`). */
export async function readRedirects(tx: Command["tx"] | typeof db, projectId: number): Promise<Stored[]> {
  const rows = await tx.redirect.findMany({
    where: { projectId },
    select: redirectFields,
    orderBy: { position: "asc" },
  });
  return rows.map((row) => ({
    ...row,
    httpStatus: row.httpStatus === 301 ? 301 : 302,
    force: row.force ?? false,
    enabled: row.enabled ?? true,
    description: row.description ?? "",
  }));
}

/** The redirects to export. */
export const listStoredRedirects = (project: Granted<"admin", Project>): Promise<Stored[]> =>
  readRedirects(db, project.id);

/** Reads the text of an import. Throws 400 naming the lines with something wrong. */
export function readImport({ content, as }: ImportInput): Wanted[] {
  const isCsv = as === undefined ? /^\ufeff?\s*"?(type|from_url)"?\s*,/i.test(content) : as === "csv";
  const { written, problems } = (isCsv ? parseCsv : parseLines)(content);
  const checked = checkWritten(written);
  const all = [...problems, ...checked.problems];
  if (all.length > 0) throw invalid({ content: all.slice(0, mostProblems) });
  return checked.wanted;
}

/**
 * What an import would change, checked as a whole. Throws 400: for a bare list of too many redirects, and for one that is new or
 * changed and would be part of a circle.
 */
export async function checkImport(
  family: Family | null,
  stored: readonly Stored[],
  wanted: readonly Wanted[],
  mode: ImportInput["mode"],
): Promise<Plan> {
  const plan = planImport(stored, wanted, mode);
  if (plan.list.length > Math.max(mostRedirects, stored.length)) throw invalid([limitReached]);
  if (family === null) return plan;
  const world = { project: family.project, hosts: docsHosts };
  const changed = new Set(changedIds(plan));
  const circles = await findCircles(world, rulesOf(plan));
  const circle = circles.find(({ ruleIds }) => ruleIds.some((id) => changed.has(id)));
  if (circle) throw invalid([circleProblem(circle.paths)]);
  return plan;
}

/** What an import would change now. Throws like `readImport` and `checkImport`. */
export async function openImport(project: Granted<"admin", Project>, input: ImportInput) {
  const wanted = readImport(input);
  const [stored, family] = await Promise.all([readRedirects(db, project.id), findFamily(project.slug)]);
  return { stored, plan: await checkImport(family, stored, wanted, input.mode) };
}
