import type { Actor } from "#lib/access/schema.ts";
import type { DocsProject, DocsVersion } from "#lib/publishing/schema.ts";
import type { Coverage } from "#lib/sharing/rules/coverage.ts";

/** What a share that the reader holds covers. */
export interface ShareGrant {
  readonly shareId: number;
  readonly projectId: number;
  /** Whose secret it is, where the share has recipients. */
  readonly recipientId: number | null;
  /** Null for a header token, which opens nothing beyond its own request. */
  readonly sessionId: string | null;
  readonly covers: Coverage;
}

/** Who is reading documentation: a member known by id, somebody holding shares, both or neither. */
export interface Reader {
  readonly userId: number | null;
  readonly shareGrants: readonly ShareGrant[];
}

export const stranger: Reader = Object.freeze({ userId: null, shareGrants: Object.freeze([]) });

/** A caller of the API as a reader of one project. Outside its list a confined token is worth what no token at all is worth. */
export function callerAsReader(actor: Actor, projectId: number): Reader {
  if (actor.kind !== "user" && actor.kind !== "token") return stranger;
  const reaches = actor.kind === "user" || actor.projectIds === null || actor.projectIds.includes(projectId);
  return reaches ? { userId: actor.userId, shareGrants: [] } : stranger;
}

/**
 * The single decision on reading published documentation (spec/serving.md 13, architecture.md 3): used for pages, assets,
 * downloads, embedding, HEAD, ranges and conditional requests alike. It looks at the version only; the project's own
 * privacy is about the dashboard. A share covers its own project, never subprojects, translations or previews. `isAside` is that of
 * `Coverage`: only a share of some paths asks for it.
 */
export function mayRead(
  reader: Reader,
  project: Pick<DocsProject, "id" | "readers">,
  version: DocsVersion,
  path: string,
  isAside = false,
): boolean {
  return (
    needsNoShare(reader, project, version) || coveringGrant(reader, project, version, path, isAside) !== null
  );
}

/** The share that lets a reader in; null for those who need none, and for those who may not read. Asked as `mayRead` is. */
export function decidingGrant(
  reader: Reader,
  project: Pick<DocsProject, "id" | "readers">,
  version: DocsVersion,
  path: string,
  isAside = false,
): ShareGrant | null {
  return needsNoShare(reader, project, version)
    ? null
    : coveringGrant(reader, project, version, path, isAside);
}

const needsNoShare = (
  { userId }: Reader,
  { readers }: Pick<DocsProject, "readers">,
  { privacy }: DocsVersion,
): boolean => privacy === "public" || (userId !== null && readers.has(userId));

function coveringGrant(
  { shareGrants }: Reader,
  { id }: Pick<DocsProject, "id">,
  version: DocsVersion,
  path: string,
  isAside: boolean,
): ShareGrant | null {
  for (const grant of shareGrants) {
    if (grant.projectId === id && grant.covers(version, path, isAside)) return grant;
  }
  return null;
}
