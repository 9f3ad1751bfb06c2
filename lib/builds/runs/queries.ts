import { cancelledSentence } from "#lib/builds/rules.ts";
import type { ClaimedBuild } from "#lib/builds/runs/commands.ts";
import type { NoticeValues } from "#lib/builds/runs/schema.ts";
import { db, type Tx } from "#lib/platform/db/client.ts";
import { open } from "#lib/platform/secrets/sealing.ts";
import { addressFields, superprojectFields } from "#lib/projects/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

const orderFields = {
  id: true,
  projectId: true,
  versionId: true,
  commit: true,
  project: {
    select: {
      ...addressFields,
      repositoryUrl: true,
      privacyLevel: true,
      defaultBranch: true,
      configPath: true,
      checkoutCommands: true,
      buildsOffAt: true,
      buildSeconds: true,
      buildMemoryMb: true,
      translationOf: { select: { ...addressFields, superproject: superprojectFields } },
      superproject: superprojectFields,
      environmentVariables: { select: { name: true, valueSealed: true, public: true } },
    },
  },
  version: {
    select: {
      id: true,
      slug: true,
      verboseName: true,
      identifier: true,
      type: true,
      machine: true,
      active: true,
      pullNumber: true,
    },
  },
} as const satisfies Prisma.BuildSelect;

type Row = Prisma.BuildGetPayload<{ select: typeof orderFields }>;

/** A variable of the project, readable. Private ones never leave the sandbox and the log's mask. */
export type BuildVariable = { readonly name: string; readonly value: string; readonly public: boolean };

/** Everything a worker must know to run a build. `version` is null when it was deleted meanwhile. */
export type WorkOrder = Omit<Row, "project"> & {
  readonly project: Omit<Row["project"], "environmentVariables">;
  /** What the build's commands get: all, or only the public ones for a pull request (spec/builds.md 8.2). */
  readonly variables: readonly BuildVariable[];
};

/** The work order of a claimed build. */
export async function getWorkOrder(held: ClaimedBuild): Promise<WorkOrder> {
  const { project, ...build } = await db.build.findUniqueOrThrow({
    where: { id: held.buildId },
    select: orderFields,
  });
  const { environmentVariables, ...rest } = project;
  const variables = environmentVariables
    .filter((variable) => variable.public || build.version?.type !== "external")
    .map((variable) => ({
      name: variable.name,
      // No environment can hold a NUL.
      value: open(variable.valueSealed).replaceAll("\0", ""),
      public: variable.public,
    }));
  return { ...build, project: rest, variables };
}

/** What the notice of a cancelled build says about why; deleting a project counts as somebody's doing. */
export async function findCancelledValues(tx: Tx, buildId: number): Promise<NoticeValues> {
  const cancellation = await tx.cancellation.findUnique({
    where: { buildId },
    select: { reason: true, newerBuildId: true },
  });
  return cancellation ? { reason: cancelledSentence(cancellation) } : {};
}

/** How long an ended build's folder may be needed to keep its caches, at most. */
const keepingMs = 15 * 60_000;

/** Whether a worker may need the folder of this attempt: it runs, or what it leaves for the next build is being kept. */
export async function needsWorkspace(buildId: number, attempt: number): Promise<boolean> {
  const justEnded = { finishedAt: { gt: new Date(Date.now() - keepingMs) } };
  const found = await db.build.findFirst({
    where: { id: buildId, attempt, OR: [{ leaseToken: { not: null } }, justEnded] },
    select: { id: true },
  });
  return found !== null;
}
