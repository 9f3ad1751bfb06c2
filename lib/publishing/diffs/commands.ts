import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { db } from "#lib/platform/db/client.ts";
import { decodePage } from "#lib/platform/html/decode.ts";
import { isPageTooComplex } from "#lib/platform/html/document.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { baseSlugOf, digestPage } from "#lib/publishing/diffs/rules.ts";
import { getManifest } from "#lib/publishing/queries.ts";
import { blobKey, type ManifestFile } from "#lib/publishing/rules/manifest.ts";

const digests = z.record(z.string(), z.string());

/** In bytes; of a larger page the file counts, not what it says. */
const largestPage = 10 * 1024 * 1024;
/** After so many pages as much time is left to the builds of this worker as they took. */
const pagesAtOnce = 50;

/**
 * Keeps what the pages of a published build say, if it is a preview's or that of the version previews are compared with, and for a
 * preview that has none yet what those of its base say now. Safe to repeat and to be killed. Returns how many pages were read.
 */
export async function digestBuild(buildId: number, signal: AbortSignal): Promise<number> {
  const version = await db.version.findFirst({
    where: { publishedBuildId: buildId, active: true, project: { deletedAt: null } },
    select: {
      id: true,
      slug: true,
      type: true,
      projectId: true,
      diffBase: { select: { versionId: true } },
      project: { select: { diffBase: true, externalBuildsEnabled: true } },
    },
  });
  if (version === null) return 0;
  const { project, projectId } = version;
  const baseSlug = baseSlugOf(project);
  if (version.type !== "external") {
    const isBase = version.slug === baseSlug && project.externalBuildsEnabled;
    return isBase ? (await keepPages(projectId, buildId, signal)).read : 0;
  }
  let { read } = await keepPages(projectId, buildId, signal);
  const base = await db.version.findFirst({
    where: { projectId, slug: baseSlug, type: { not: "external" }, active: true },
    select: { publishedBuildId: true },
  });
  if (version.diffBase === null && base?.publishedBuildId) {
    const baseBuildId = base.publishedBuildId;
    const kept = await keepPages(projectId, baseBuildId, signal);
    read += kept.read;
    const data = { versionId: version.id, baseSlug, baseBuildId, pages: kept.pages };
    // Another run may have been first: the first one counts.
    await db.diffBase.createMany({ data, skipDuplicates: true });
  }
  return read;
}

/** The digests of a build, made now unless they were made before. */
async function keepPages(
  projectId: number,
  buildId: number,
  signal: AbortSignal,
): Promise<{ pages: Record<string, string>; read: number }> {
  const known = await db.buildPages.findUnique({ where: { buildId }, select: { pages: true } });
  if (known) return { pages: digests.parse(known.pages), read: 0 };
  const pages: Record<string, string> = {};
  let [read, began] = [0, performance.now()];
  for (const [path, file] of await getManifest(projectId, buildId)) {
    if (!path.endsWith(".html")) continue;
    pages[path] = await digestFile(projectId, file);
    read += 1;
    if (read % pagesAtOnce > 0) continue;
    await setTimeout(performance.now() - began, undefined, { signal });
    began = performance.now();
  }
  await db.buildPages.createMany({ data: { buildId, pages }, skipDuplicates: true });
  return { pages, read };
}

async function digestFile(projectId: number, file: ManifestFile): Promise<string> {
  if (file.size > largestPage) return file.hash;
  try {
    return await digestPage(decodePage(await storage.get(blobKey(projectId, file.hash))));
  } catch (error) {
    if (!isPageTooComplex(error)) throw error;
    return file.hash;
  }
}
