import { derivedKey } from "#lib/platform/secrets/keys.ts";
import { encodePath, formatDocsPath } from "#lib/publishing/rules/address.ts";
import { returnPath } from "#lib/publishing/rules/return-path.ts";
import type { DocsProject } from "#lib/publishing/schema.ts";
import { landingOf } from "#lib/sharing/rules/landing.ts";
import type { DocsShare } from "#lib/sharing/schema.ts";
import { startShareSession } from "#lib/sharing/sessions/commands.ts";
import { shareCookie, shareCookiePurpose, signShareSessions } from "#lib/sharing/sessions/rules.ts";
import { orderVersions } from "#lib/versions/rules/order.ts";
import { cacheHeaders } from "#serve/cache-policy.ts";
import { noteAccess } from "#serve/ledger.ts";
import { claimedSessions } from "#serve/reader.ts";
import type { Answer } from "#serve/request.ts";
import { placeHeaders, withHeaders } from "#serve/respond.ts";
import { sharingPath, tooManyTries, unindexed } from "#serve/sharing-prompt.ts";
import { hostOf, placeOfVisit, type Visit, wantsHttps } from "#serve/visit.ts";

/** A share with the secret that opens it. */
export interface Opened {
  readonly project: DocsProject;
  readonly share: DocsShare;
  readonly secret: { readonly id: number; readonly recipientId: number | null };
}

/** The share sessions a visitor's browser claims, genuine ones only, the newest first. */
export const sessionsHeld = ({ request, at }: Visit): readonly string[] =>
  claimedSessions(wantsHttps(at) ? "https" : "http", request.header("cookie")).shares;

/** Who is asking, as sessions and the record know them. */
export const callerOf = ({ request, at }: Visit) => ({
  host: hostOf(at),
  address: request.address,
  client: request.header("user-agent") ?? "",
});

/**
 * Lets a browser in, and leads it to `next`, null for wherever the share begins; where too many came from its network, tells it to come
 * back to `again` later. Null when the share has ended meanwhile.
 */
export async function enter(
  visit: Visit,
  opened: Opened,
  { next, again }: { readonly next: string | null; readonly again: string },
): Promise<Answer | null> {
  const { project, share, secret } = opened;
  const { address, client, host } = callerOf(visit);
  const held = sessionsHeld(visit);
  const secretHere = { id: secret.id, projectId: project.id };
  const started = await startShareSession(secretHere, { host, address, client, held });
  if (started === null) return null;
  if ("waitSeconds" in started) return tooManyTries(visit, started.waitSeconds, again);
  const { id } = started;
  noteEntry(visit, { ...secret, shareId: share.id, projectId: project.id }, id);
  const value = signShareSessions([id, ...held], derivedKey(shareCookiePurpose));
  const cookie = shareCookie(value, wantsHttps(visit.at));
  return goOn(visit, next ?? startOf(opened), ["Set-Cookie", cookie]);
}

/** Writes down that somebody came in (`sessionId`), or was not let in. */
export function noteEntry(
  visit: Visit,
  about: { readonly projectId: number; readonly shareId: number; readonly recipientId: number | null },
  sessionId: string | null,
): void {
  const { projectId, shareId, recipientId } = about;
  const { address, client } = callerOf(visit);
  const granted = sessionId !== null;
  noteAccess({
    projectId,
    shareId,
    recipientId,
    sessionId,
    path: sharingPath,
    kind: "other",
    granted,
    address,
    client,
  });
}

/** Where people land who name no page of their own: a percent-encoded path on the project's host. */
export function startOf({ project, share }: Pick<Opened, "project" | "share">): string {
  const wanted = returnPath(share.landingPath);
  if (wanted !== null) return wanted;
  const shown = [...project.versions.values()].filter(({ active, buildId }) => active && buildId !== null);
  const named = shown.map(({ id, slug }) => ({ id, slug, verboseName: slug }));
  const order = { versionSort: "semver", versionSortPattern: null, pinnedFirst: true } as const;
  const landing = landingOf(share.scope, orderVersions(named, order), project.defaultVersion);
  return landing === null ? "/" : encodePath(formatDocsPath(project, landing));
}

/** Sends a visitor on, from a page of ours that nobody may learn of: after a form, to look at what is there. */
export function goOn(visit: Visit, location: string, extra: readonly string[] = []): Answer {
  const headers = withHeaders(placeHeaders(placeOfVisit(visit, null, null)), unindexed);
  return {
    status: visit.request.method === "POST" ? 303 : 302,
    headers: ["Location", location, "Content-Length", "0", ...extra, ...cacheHeaders("never"), ...headers],
    body: null,
  };
}
