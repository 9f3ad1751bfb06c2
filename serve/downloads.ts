import { extname } from "node:path";
import { LRUCache } from "lru-cache";
import { isProblem } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { perProcess } from "#lib/platform/per-process.ts";
import { findArtifact } from "#lib/publishing/queries.ts";
import {
  type Download,
  type DownloadFormat,
  downloadTypes,
  findDownload,
} from "#lib/publishing/rules/downloads.ts";
import { policyOf } from "#serve/documents.ts";
import { noteReading } from "#serve/noted.ts";
import { refuse } from "#serve/refusals.ts";
import type { Answer } from "#serve/request.ts";
import { fileAnswer, type Representation, represent } from "#serve/respond.ts";
import { placeOfVisit, redirectTo, type Visit, visitor } from "#serve/visit.ts";

/** The download an address names, for those who may read its version; null when there is none. */
export async function serveDownload(visit: Visit): Promise<Answer | null> {
  const found = findDownload(visit.at, visit.target.path);
  if (found === null) return null;
  if (found.kind === "moved") {
    return redirectTo(visit, { host: null, path: found.path, reason: "system", project: visit.at.project });
  }
  const { project, version } = found;
  const asked = { project, version, filename: visit.target.path, isAside: false };
  const refused = await refuse(visit, { kind: "page", ...asked });
  if (refused !== null) return refused;
  const file = await readDownload(visit, found);
  if (file === null) return null;
  if (version.privacy === "private") noteReading(visit.request, await visitor(visit), asked, "download");
  return fileAnswer(visit.request, file);
}

async function readDownload(
  visit: Visit,
  { project, version, format, alias }: Extract<Download, { kind: "download" }>,
): Promise<Representation | null> {
  const artifact = version.buildId === null ? null : await artifactOf(version.buildId, format);
  if (artifact === null) return null;
  const place = placeOfVisit(visit, project, version.slug);
  const parts = [place.hostname.replaceAll(".", "-"), alias, project.language, version.slug];
  // An alias may have slashes, and letters that no header can carry.
  const stem = parts
    .filter((part) => part !== null)
    .join("-")
    .replace(/[^\w.-]+/g, "-");
  const name = `${stem}${extname(artifact.name).toLowerCase()}`;
  try {
    const file = await represent({
      projectId: project.id,
      version,
      file: { hash: artifact.blob, size: artifact.bytes, type: downloadTypes[format], br: 0, gzip: 0 },
      encoding: "identity",
      policy: policyOf(version),
      place,
      filename: visit.target.path,
      isForScripts: false,
      path: `${visit.at.preview === null ? "" : "external/"}${format}/${project.slug}/${version.slug}/${artifact.name}`,
    });
    return { ...file, headers: [...file.headers, "Content-Disposition", `inline; filename="${name}"`] };
  } catch (error) {
    if (!isProblem(error)) throw error;
    log.error({ projectId: project.id, buildId: version.buildId, format }, "a published download is missing");
    return null;
  }
}

type Artifact = NonNullable<Awaited<ReturnType<typeof findArtifact>>>;

/** What a build has made stays as it is. With this, downloads go on while the database is away. */
const artifacts = perProcess("artifacts", () => new LRUCache<string, Artifact>({ max: 10_000 }));

async function artifactOf(buildId: number, format: DownloadFormat): Promise<Artifact | null> {
  const key = `${buildId}/${format}`;
  const known = artifacts.get(key);
  if (known) return known;
  const found = await findArtifact(buildId, format);
  if (found) artifacts.set(key, found);
  return found;
}
