import type { Actor } from "#lib/access/schema.ts";
import { seeSession } from "#lib/accounts/sessions/commands.ts";
import { findSession } from "#lib/accounts/sessions/queries.ts";
import { seeToken } from "#lib/accounts/tokens/commands.ts";
import { findTokenByHash } from "#lib/accounts/tokens/queries.ts";
import { oncePerPage } from "#lib/auth/once-per-page.ts";
import { readSessionId } from "#lib/auth/session-token.ts";
import { readTokenHeader } from "#lib/auth/token-header.ts";
import { clock } from "#lib/platform/clock.ts";
import { unauthenticated } from "#lib/platform/errors.ts";
import { clientAddress } from "#lib/platform/peer/peer.ts";
import { sha256 } from "#lib/platform/secrets/tokens.ts";

const LONGEST_CLIENT = 500;
export type Caller = { readonly address: string; readonly client: string };

/** Where a request comes from and which program says it sent it. */
export const callerOf = (headers: Headers): Caller => ({
  address: clientAddress(headers),
  client: (headers.get("user-agent") ?? "").slice(0, LONGEST_CLIENT),
});

async function byToken(key: string, caller: Caller): Promise<Actor> {
  const token = await findTokenByHash(sha256(key));
  if (!token) throw unauthenticated("Invalid token.");
  if (token.deactivatedAt) throw unauthenticated("User inactive or deleted.");
  if (token.expiresAt && token.expiresAt <= clock.now()) throw unauthenticated("Token expired.");
  await seeToken(token, caller);
  return {
    kind: "token",
    ...caller,
    userId: token.userId,
    username: token.username,
    superuser: token.superuser,
    tokenId: token.id,
    scope: token.scope,
    projectIds: token.projectIds,
  };
}

// All the routes that one page asks have one actor: what it may see is kept by that.
const openSession = oncePerPage(findSession);
const visitor = oncePerPage(
  (address: string, client: string): Actor => ({ kind: "visitor", address, client }),
);
const bySession = oncePerPage(async (id: string, address: string, client: string): Promise<Actor | null> => {
  const session = await openSession(id);
  if (!session) return null;
  await seeSession(session);
  return {
    kind: "user",
    address,
    client,
    userId: session.user.id,
    username: session.user.username,
    superuser: session.user.isSuperuser,
    sessionId: session.id,
    authenticatedAt: session.authenticatedAt,
  };
});

/**
 * Who sends a request: a token if there is one, else the session of the cookie, else a visitor. A token that is not good never
 * falls through to the session: 401 (spec/api-v3.md 1.3). `viaCookie` says whether the cookie was looked at.
 */
export async function currentActor(headers: Headers): Promise<{ actor: Actor; viaCookie: boolean }> {
  const caller = callerOf(headers);
  const key = readTokenHeader(headers.get("authorization"));
  if (key !== null) return { actor: await byToken(key, caller), viaCookie: false };
  const id = await readSessionId(headers);
  const actor = id === null ? null : await bySession(id, caller.address, caller.client);
  return { actor: actor ?? visitor(caller.address, caller.client), viaCookie: true };
}

/** Whose session the cookie names, or null. */
export async function currentUser(headers: Headers) {
  const id = await readSessionId(headers);
  const session = id === null ? null : await openSession(id);
  return session?.user ?? null;
}
