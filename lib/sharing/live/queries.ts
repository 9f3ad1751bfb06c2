import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { countingAt, firstMomentAfter, liveAt } from "#lib/sharing/rules/lifetime.ts";
import { secretKey } from "#lib/sharing/rules/secrets.ts";
import type { DocsShare, ShareScope } from "#lib/sharing/schema.ts";

/** The live shares of some projects, by project. Five queries at most, however many shares there are. */
export async function findDocsShares(projectIds: readonly number[]): Promise<Map<number, DocsShare[]>> {
  const now = clock.now();
  const rows = await db.share.findMany({
    where: {
      projectId: { in: [...projectIds] },
      ...liveAt(now),
      project: { organization: { disabledAt: null } },
    },
    orderBy: { id: "asc" },
    select: {
      id: true,
      projectId: true,
      accessType: true,
      expires: true,
      allVersions: true,
      landingPath: true,
      versions: { select: { versionId: true } },
      scopes: { select: { kind: true, value: true }, orderBy: { id: "asc" } },
      secrets: {
        where: countingAt(now),
        orderBy: { id: "asc" },
        select: { id: true, kind: true, recipientId: true, lookupHash: true, keyId: true, validUntil: true },
      },
    },
  });
  const shares = new Map<number, DocsShare[]>();
  for (const row of rows) {
    const known = shares.get(row.projectId);
    if (known) known.push(asDocsShare(row));
    else shares.set(row.projectId, [asDocsShare(row)]);
  }
  return shares;
}

type Row = {
  id: number;
  projectId: number;
  accessType: DocsShare["type"];
  expires: Date;
  allVersions: boolean;
  landingPath: string | null;
  versions: { versionId: number }[];
  scopes: { kind: "version_pattern" | "path_prefix"; value: string }[];
  secrets: {
    id: number;
    kind: DocsShare["secrets"][number]["kind"];
    recipientId: number | null;
    lookupHash: Uint8Array | null;
    keyId: number;
    validUntil: Date | null;
  }[];
};

function asDocsShare(row: Row): DocsShare {
  return {
    id: row.id,
    projectId: row.projectId,
    type: row.accessType,
    endsAt: firstMomentAfter(row.expires).getTime(),
    landingPath: row.landingPath,
    scope: {
      allVersions: row.allVersions,
      versionIds: row.versions.map(({ versionId }) => versionId),
      ...scopeValues(row.scopes),
    },
    secrets: row.secrets.flatMap(({ id, kind, recipientId, lookupHash, keyId, validUntil }) =>
      lookupHash === null
        ? []
        : [
            {
              id,
              kind,
              recipientId,
              key: secretKey(kind, { keyId, hash: lookupHash }),
              validUntil: validUntil?.getTime() ?? null,
            },
          ],
    ),
  };
}

/** The patterns and paths of a stored share. */
export function scopeValues(scopes: Row["scopes"]): Pick<ShareScope, "versionPatterns" | "pathPrefixes"> {
  const valuesOf = (wanted: Row["scopes"][number]["kind"]): string[] =>
    scopes.filter(({ kind }) => kind === wanted).map(({ value }) => value);
  return { versionPatterns: valuesOf("version_pattern"), pathPrefixes: valuesOf("path_prefix") };
}
