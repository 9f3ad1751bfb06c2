import { type Granted, grant } from "#lib/access/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { ExtensionRequestFilter } from "#lib/sharing/extension-requests/schema.ts";
import type { Prisma } from "#prisma/client/client.ts";

const requestFields = {
  id: true,
  email: true,
  note: true,
  created: true,
  handledAt: true,
  outcome: true,
  handledBy: { select: { username: true } },
  recipient: { select: { id: true, name: true } },
  share: { select: { id: true, description: true, expires: true, revokedAt: true, lengthDays: true } },
} as const satisfies Prisma.ExtensionRequestSelect;

/** A request together with the project it is about. */
export type ExtensionRequest = Prisma.ExtensionRequestGetPayload<{ select: typeof requestFields }> & {
  readonly project: Granted<"admin", Project>;
};

/** What people have asked for of a project's shares, the newest first, open ones unless told. */
export async function listExtensionRequests(
  project: Granted<"admin", Project>,
  { status = "open", share }: ExtensionRequestFilter,
  page: PageRequest,
): Promise<Found<ExtensionRequest>> {
  const where: Prisma.ExtensionRequestWhereInput = {
    share: { projectId: project.id },
    ...(share !== undefined && { shareId: share }),
    ...(status !== "all" && { outcome: status === "open" ? null : status }),
  };
  const [count, rows] = await Promise.all([
    db.extensionRequest.count({ where }),
    db.extensionRequest.findMany({
      where,
      select: requestFields,
      orderBy: [{ created: "desc" }, { id: "desc" }],
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  return { count, rows: rows.map((row) => ({ ...row, project })) };
}

/** One of these; 404 when the project has none of that number. */
export async function openExtensionRequest(
  project: Granted<"admin", Project>,
  id: number,
): Promise<Granted<"admin", ExtensionRequest>> {
  const row = await db.extensionRequest.findFirst({
    where: { id, share: { projectId: project.id } },
    select: requestFields,
  });
  const may = { view: true, admin: true };
  return grant("admin", project.actor, row && { ...row, project }, may, "ExtensionRequest");
}
