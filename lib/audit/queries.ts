import type { Granted } from "#lib/access/rules.ts";
import { actionsOf } from "#lib/audit/rules.ts";
import type { AuditFilter } from "#lib/audit/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import { containing } from "#lib/platform/db/like.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import type { Prisma } from "#prisma/client/client.ts";

const eventFields = {
  id: true,
  at: true,
  actorKind: true,
  actorLabel: true,
  tokenId: true,
  projectId: true,
  subjectKind: true,
  subjectId: true,
  subjectLabel: true,
  action: true,
  changes: true,
  address: true,
  client: true,
} as const satisfies Prisma.AuditEventSelect;

type Row = Prisma.AuditEventGetPayload<{ select: typeof eventFields }>;
/** An event with the slug of its project, which may be gone by now. */
export type AuditEvent = Row & { project: string | null };

type Where = Prisma.AuditEventWhereInput;
const beginning = (starts: readonly string[]): Where[] =>
  starts.map((startsWith) => ({ action: { startsWith } }));

function ofKind(kind: AuditFilter["kind"]): Where {
  if (kind === undefined) return {};
  if (kind !== "settings") return { OR: beginning(actionsOf[kind]) };
  return { NOT: { OR: beginning(Object.values(actionsOf).flat()) } };
}

const dayMs = 86_400_000;

function matching({ q, actor, kind, from, to }: AuditFilter): Where {
  const text = q === undefined ? undefined : containing(q);
  return {
    AND: [
      ofKind(kind),
      actor === undefined ? {} : { actorLabel: actor },
      text === undefined ? {} : { OR: [{ subjectLabel: text }, { actorLabel: text }, { action: text }] },
      from === undefined ? {} : { at: { gte: from } },
      to === undefined ? {} : { at: { lt: new Date(to.getTime() + dayMs) } },
    ],
  };
}

async function listEvents(where: Where, page: PageRequest): Promise<Found<AuditEvent>> {
  const rows = await db.auditEvent.findMany({
    where,
    select: eventFields,
    orderBy: { id: "desc" },
    take: page.limit,
    skip: page.offset,
  });
  const { count } = await withCount(page, rows, () => db.auditEvent.count({ where }));
  const ids = [...new Set(rows.flatMap(({ projectId }) => projectId ?? []))];
  const projects = await db.project.findMany({
    where: { id: { in: ids } },
    select: { id: true, slug: true },
  });
  const slugs = new Map(projects.map(({ id, slug }) => [id, slug]));
  return {
    count,
    rows: rows.map((row) => ({ ...row, project: slugs.get(row.projectId ?? -1) ?? null })),
  };
}

/** What was done to a project, the latest first. */
export const listProjectEvents = (
  project: Granted<"admin", { id: number }>,
  filter: AuditFilter,
  page: PageRequest,
) => listEvents({ AND: [{ projectId: project.id }, matching(filter)] }, page);

/** What was done to an organization, its people and its projects, the latest first. */
export const listOrganizationEvents = (
  organization: Granted<"admin", { id: number }>,
  filter: AuditFilter,
  page: PageRequest,
) => listEvents({ AND: [{ organizationId: organization.id }, matching(filter)] }, page);
