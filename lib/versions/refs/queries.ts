import { db } from "#lib/platform/db/client.ts";
import type { KnownVersion } from "#lib/versions/refs/rules.ts";
import type { Prisma } from "#prisma/client/client.ts";

/** All versions of a project as a sync looks at them. */
export const readVersions = (tx: Pick<typeof db, "$queryRaw">, projectId: number): Promise<KnownVersion[]> =>
  tx.$queryRaw<KnownVersion[]>`
    select id, slug, verbose_name as "verboseName", type::text as type, identifier, machine, active,
      last_seen_at is not null as missing,
      exists (select from builds where version_id = versions.id and success is null) as building
    from versions where project_id = ${projectId} order by id`;

/** What a version stands for at this moment; null when it is gone. */
export const findSource = (versionId: number) =>
  db.version.findUnique({
    where: { id: versionId },
    select: {
      slug: true,
      verboseName: true,
      identifier: true,
      type: true,
      machine: true,
      pullNumber: true,
    },
  });

const syncableFields = { id: true, slug: true, repositoryUrl: true, privacyLevel: true } as const;
export type Syncable = Prisma.ProjectGetPayload<{ select: typeof syncableFields }>;

/** A project whose repository may be looked at; null when it is gone. */
export const findSyncable = (projectId: number): Promise<Syncable | null> =>
  db.project.findFirst({ where: { id: projectId, deletedAt: null }, select: syncableFields });
