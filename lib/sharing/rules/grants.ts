import type { DocsProject, DocsVersion } from "#lib/publishing/schema.ts";
import { type Coverage, compileCoverage } from "#lib/sharing/rules/coverage.ts";
import type { ShareGrant } from "#lib/sharing/rules.ts";
import type { DocsSecret, DocsShare } from "#lib/sharing/schema.ts";
import type { DocsShareSession } from "#lib/sharing/sessions/schema.ts";

/** A grant together with what bounds it. */
export interface BoundGrant {
  readonly grant: ShareGrant;
  /** The first moment at which it counts no more, in milliseconds since 1970. */
  readonly until: number;
}

interface Held {
  readonly share: DocsShare;
  readonly secret: DocsSecret;
  readonly covers: Coverage;
}

/** The secrets of live shares, ready to be looked up. */
export interface ShareIndex {
  readonly byId: ReadonlyMap<number, Held>;
  /** Header tokens only, by their key: no other secret is ever taken for one. */
  readonly tokens: ReadonlyMap<string, Held>;
}

/** The secrets of all live shares of some projects. */
export function indexShares(projects: Iterable<Pick<DocsProject, "shares">>): ShareIndex {
  const byId = new Map<number, Held>();
  const tokens = new Map<string, Held>();
  for (const { shares } of projects) {
    for (const share of shares.values()) {
      const covers = compileCoverage(share.scope);
      for (const secret of share.secrets) {
        const held = { share, secret, covers };
        byId.set(secret.id, held);
        if (secret.kind === "header_token") tokens.set(secret.key, held);
      }
    }
  }
  return { byId, tokens };
}

/** What a session that has not been ended grants, null when its share or its secret is not among the live ones. */
export function grantOfSession(index: ShareIndex, session: DocsShareSession): BoundGrant | null {
  const held = index.byId.get(session.secretId);
  const opens = held && held.share.id === session.shareId && held.secret.kind !== "header_token";
  return opens ? bind(held, session.id) : null;
}

/** What a header token grants, found by any of its keys (`secretKey`). */
export function grantOfToken(index: ShareIndex, keys: readonly string[]): BoundGrant | null {
  for (const key of keys) {
    const held = index.tokens.get(key);
    if (held) return bind(held, null);
  }
  return null;
}

function bind({ share, secret, covers }: Held, sessionId: string | null): BoundGrant {
  const { id: shareId, projectId } = share;
  return {
    grant: { shareId, projectId, recipientId: secret.recipientId, sessionId, covers },
    until: Math.min(share.endsAt, secret.validUntil ?? Number.POSITIVE_INFINITY),
  };
}

/** The shares whose passwords open a version, some of its pages at least, at a moment in milliseconds since 1970. */
export const sharesByPassword = (
  project: Pick<DocsProject, "shares">,
  version: DocsVersion,
  now: number,
): DocsShare[] =>
  [...project.shares.values()].filter(
    ({ type, endsAt, scope, secrets }) =>
      type === "password" &&
      now < endsAt &&
      reaches(scope, version) &&
      secrets.some(
        ({ kind, validUntil }) => kind === "password" && (validUntil === null || now < validUntil),
      ),
  );

/** Whether a share reaches anything of a version. */
export const reaches = (scope: DocsShare["scope"], version: DocsVersion): boolean =>
  compileCoverage({ ...scope, pathPrefixes: [] })(version, "/", false);
