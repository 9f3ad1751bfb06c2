import type { Actor } from "#lib/access/schema.ts";
import type { DocsProject, DocsVersion } from "#lib/publishing/schema.ts";
import type { Coverage } from "#lib/sharing/rules/coverage.ts";

/** What a share that the reader has opened covers. */
export interface ShareGrant {
  readonly shareId: number;
  readonly projectId: number;
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
  if (version.privacy === "public") return true;
  if (reader.userId !== null && project.readers.has(reader.userId)) return true;
  return reader.shareGrants.some(
    (grant) => grant.projectId === project.id && grant.covers(version, path, isAside),
  );
}
