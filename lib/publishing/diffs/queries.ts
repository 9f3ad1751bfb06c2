import { z } from "zod";
import type { Granted } from "#lib/access/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { notFound } from "#lib/platform/errors.ts";
import { baseSlugOf, type PageDigests } from "#lib/publishing/diffs/rules.ts";
import { openVersion, type Version } from "#lib/versions/queries.ts";

const digests = z.record(z.string(), z.string());

/** Two builds whose pages are to be compared. */
export interface Diff {
  readonly version: string;
  readonly build: number;
  readonly base: { readonly version: string; readonly build: number };
  /** The newest successful build of one side is not the one that was looked at. */
  readonly outdated: boolean;
  readonly before: PageDigests;
  readonly after: PageDigests;
}

/**
 * What a preview is compared by: its base as it was when the preview was first built, else as it is. Throws not-found for versions
 * that are no previews, where one side has not been looked at, and for callers who may not see the base.
 */
export async function getDiff(version: Granted<"view", Version>): Promise<Diff> {
  const buildId = version.publishedBuildId;
  if (version.type !== "external" || buildId === null) throw notFound("VersionDiff");
  const [head, snapshot] = await Promise.all([
    db.buildPages.findUnique({ where: { buildId }, select: { pages: true } }),
    db.diffBase.findUnique({
      where: { versionId: version.id },
      select: { baseSlug: true, baseBuildId: true, pages: true },
    }),
  ]);
  if (head === null) throw notFound("VersionDiff");
  const base = snapshot
    ? await openVersion(version.project, snapshot.baseSlug, "view")
    : await openVersion(version.project, await baseSlug(version.projectId), "view");
  const before = snapshot ?? (await livePages(base));
  const isOld = !(await isNewest(version.id, buildId));
  const isBaseOld = snapshot === null && !(await isNewest(base.id, before.baseBuildId));
  return {
    version: version.slug,
    build: buildId,
    base: { version: base.slug, build: before.baseBuildId },
    outdated: isOld || isBaseOld,
    before: digests.parse(before.pages),
    after: digests.parse(head.pages),
  };
}

async function baseSlug(projectId: number): Promise<string> {
  const project = await db.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { diffBase: true },
  });
  return baseSlugOf(project);
}

async function livePages(base: Version): Promise<{ baseBuildId: number; pages: unknown }> {
  const buildId = base.publishedBuildId;
  const live = buildId && (await db.buildPages.findUnique({ where: { buildId }, select: { pages: true } }));
  if (!live) throw notFound("VersionDiff");
  return { baseBuildId: buildId, pages: live.pages };
}

async function isNewest(versionId: number, buildId: number): Promise<boolean> {
  const newer = await db.build.findFirst({
    where: { versionId, success: true, id: { gt: buildId } },
    select: { id: true },
  });
  return newer === null;
}
