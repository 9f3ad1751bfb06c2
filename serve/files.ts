import { LRUCache } from "lru-cache";
import { isProblem } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { perProcess } from "#lib/platform/per-process.ts";
import { getManifest } from "#lib/publishing/queries.ts";
import type { Manifest } from "#lib/publishing/rules/manifest.ts";
import type { DocsProject, DocsVersion } from "#lib/publishing/schema.ts";
import { acceptedEncodings } from "#serve/negotiate.ts";
import type { DocsRequest } from "#serve/request.ts";
import type { Representation } from "#serve/respond.ts";

/** Manifests never change, so they are kept as long as there is room: about half a million files. */
const manifests = perProcess(
  "manifests",
  () =>
    new LRUCache<string, Manifest, { projectId: number; buildId: number }>({
      maxSize: 500_000,
      sizeCalculation: (manifest) => manifest.size + 1,
      fetchMethod: (_key, _old, { context }) => getManifest(context.projectId, context.buildId),
    }),
);

/** The files a version serves; null when nothing is published, or its manifest is lost, which is logged. */
export async function findManifest(project: DocsProject, version: DocsVersion): Promise<Manifest | null> {
  if (version.buildId === null) return null;
  const context = { projectId: project.id, buildId: version.buildId };
  try {
    return (await manifests.fetch(`${context.projectId}/${context.buildId}`, { context })) ?? null;
  } catch (error) {
    if (!isProblem(error)) throw error;
    log.error(context, "the manifest of a published build is missing");
    return null;
  }
}

/** A file that was served not long ago, with all that decides whether it may be served again. */
export interface HotFile {
  readonly siteId: number;
  readonly slug: string;
  readonly host: string;
  readonly project: DocsProject;
  readonly version: DocsVersion;
  readonly filename: string;
  readonly file: Representation & { readonly body: Buffer };
}

/** Answers of docs files by host, encoding and request target; 128 MB. */
export const hotFiles = perProcess(
  "hotFiles",
  () =>
    new LRUCache<string, HotFile>({
      maxSize: 128 * 1024 * 1024,
      sizeCalculation: (hot) => hot.file.body.length + 2048,
    }),
);

/** Requests with the same key get the same bytes while the site stays the same. */
export function hotKey(request: DocsRequest): string {
  const encodings = acceptedEncodings(request.header("accept-encoding"));
  return `${request.host} ${request.scheme} ${encodings.join()} ${request.target}`;
}
