import type { Actor } from "#lib/access/schema.ts";
import { type Token, tokenFields } from "#lib/accounts/tokens/queries.ts";
import { endOfDay, TOKEN_PREFIX } from "#lib/accounts/tokens/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { onDuplicate } from "#lib/platform/db/conflict.ts";
import { invalid, notFound } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { randomToken, sha256 } from "#lib/platform/secrets/tokens.ts";

const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;
const USED_EVERY_MS = 60_000;

export type NewToken = {
  userId: number;
  name: string;
  scope: "read" | "write";
  /** The last day it works (`YYYY-MM-DD`, UTC), or null for no end. */
  expires: string | null;
  /** The projects it is confined to, or null for all its user may reach. */
  projectIds: readonly number[] | null;
};

function newSecret() {
  const token = randomToken(TOKEN_BYTES, TOKEN_PREFIX);
  return { token, hash: sha256(token), lastFour: token.slice(-4) };
}

const record = (c: Command, action: string, token: { id: number; name: string }) =>
  c.record({ action, subjectKind: "token", subjectId: token.id, subjectLabel: token.name });

/** A new token. Its text is in the answer and nowhere else. Refuses with 400 on `name` or `expires`. */
export async function createToken(actor: Actor, input: NewToken): Promise<{ row: Token; token: string }> {
  const expiresAt = input.expires === null ? null : endOfDay(input.expires);
  if (expiresAt && expiresAt < clock.now()) throw invalid({ expires: ["This date is in the past."] });
  const { token, hash, lastFour } = newSecret();
  return command(actor, async (c) => {
    const row = await c.tx.apiToken
      .create({
        data: {
          userId: input.userId,
          name: input.name,
          prefix: TOKEN_PREFIX,
          lastFour,
          tokenHash: hash,
          scope: input.scope,
          allProjects: input.projectIds === null,
          projects: { create: (input.projectIds ?? []).map((projectId) => ({ projectId })) },
          expiresAt,
        },
        select: tokenFields,
      })
      .catch(onDuplicate("api_tokens_live_name_key", "name", "You have a token with this name already."));
    await record(c, "token.create", row);
    return { row, token };
  });
}

/** Ends one of the caller's tokens; it is refused from the next request on. */
export async function revokeToken(actor: Extract<Actor, { kind: "user" }>, id: number): Promise<void> {
  await command(actor, async (c) => {
    const [row] = await c.tx.apiToken.updateManyAndReturn({
      where: { id, userId: actor.userId, revokedAt: null },
      data: { revokedAt: clock.now(), previousHash: null, previousUntil: null },
      select: { id: true, name: true },
    });
    if (!row) throw notFound("ApiToken");
    await record(c, "token.revoke", row);
  });
}

/** Gives one of the caller's tokens a new text; the old one works on for `overlapHours`. */
export async function rotateToken(
  actor: Extract<Actor, { kind: "user" }>,
  id: number,
  overlapHours: number,
): Promise<{ row: Token; token: string }> {
  const { token, hash, lastFour } = newSecret();
  return command(actor, async (c) => {
    const own = { id, userId: actor.userId, revokedAt: null };
    const old = await c.tx.apiToken.findFirst({ where: own, select: { tokenHash: true } });
    if (!old) throw notFound("ApiToken");
    const until = new Date(clock.now().getTime() + overlapHours * HOUR_MS);
    await c.tx.apiToken.update({
      where: { id },
      data: {
        tokenHash: hash,
        lastFour,
        previousHash: overlapHours > 0 ? old.tokenHash : null,
        previousUntil: overlapHours > 0 ? until : null,
      },
    });
    const row = await c.tx.apiToken.findUniqueOrThrow({ where: { id }, select: tokenFields });
    await record(c, "token.rotate", row);
    return { row, token };
  });
}

/** Notes that a token is in use, at most once a minute. Never fails the request that used it. */
export async function seeToken(
  token: { id: number; lastUsedAt: Date | null },
  address: string,
): Promise<void> {
  const now = clock.now();
  if (token.lastUsedAt && now.getTime() - token.lastUsedAt.getTime() < USED_EVERY_MS) return;
  await db.apiToken
    .updateMany({ where: { id: token.id }, data: { lastUsedAt: now, lastUsedAddress: address } })
    .catch((error: unknown) => log.warn({ err: error }, "token use not noted"));
}
