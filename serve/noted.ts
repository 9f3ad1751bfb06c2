import type { DocsProject, DocsVersion } from "#lib/publishing/schema.ts";
import { decidingGrant, type Reader, type ShareGrant } from "#lib/sharing/rules.ts";
import type { AccessKind } from "#lib/sharing/use/schema.ts";
import { noteAccess, noteAgain } from "#serve/ledger.ts";
import type { DocsRequest } from "#serve/request.ts";

/** What was asked for, as `mayRead` was asked about it. */
interface Asked {
  readonly project: DocsProject;
  readonly version: DocsVersion;
  readonly filename: string;
  readonly isAside: boolean;
}

/**
 * Writes down that somebody reads by a share, if that is what let them in. To ask for headers only is not reading. `path` is where the page
 * lies, if it is not what was asked for.
 */
export function noteReading(
  request: DocsRequest,
  reader: Reader,
  asked: Asked,
  kind: AccessKind,
  path?: string,
): void {
  if (reader.shareGrants.length === 0 || request.method !== "GET") return;
  const { project, version, filename, isAside } = asked;
  const grant = decidingGrant(reader, project, version, filename, isAside);
  if (grant === null) return;
  const known = isContinued(request) ? "other" : kind;
  if (grant.sessionId !== null && noteAgain(grant.sessionId, known)) return;
  note(request, grant, known, true, path);
}

/** Writes down that somebody searches who holds a share. What is found may come by several; one is named. */
export function noteSearching(request: DocsRequest, { shareGrants: [grant] }: Reader): void {
  if (grant !== undefined) note(request, grant, "other", true);
}

/** Readers of PDF files ask for one part after another, which is still one download. */
const isContinued = (request: DocsRequest): boolean => {
  const range = request.header("range");
  return range !== undefined && !/^bytes=0-/i.test(range);
};

/** Writes down that somebody who holds a share wanted what it does not reach. */
export const noteRefusal = (request: DocsRequest, grant: ShareGrant): void =>
  note(request, grant, "page", false);

function note(
  request: DocsRequest,
  grant: ShareGrant,
  kind: AccessKind,
  granted: boolean,
  path = request.target.split("?", 1)[0] ?? "/",
): void {
  const { projectId, shareId, recipientId, sessionId } = grant;
  const { address } = request;
  const client = request.header("user-agent") ?? "";
  noteAccess({ projectId, shareId, recipientId, sessionId, path, kind, granted, address, client });
}

/** A page is what people read; what pages are made of is not counted among them. */
export const kindOf = ({ type }: { readonly type: string }): AccessKind =>
  type.startsWith("text/html") ? "page" : "other";
