import type { Actor } from "#lib/access/schema.ts";
import { type Token, tokenFields } from "#lib/accounts/tokens/queries.ts";
import { endOfDay, TOKEN_PREFIX, UNDO_MS } from "#lib/accounts/tokens/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { isDuplicate, onDuplicate } from "#lib/platform/db/conflict.ts";
import { conflict, invalid, notFound } from "#lib/platform/errors.ts";
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

type Changeable = Pick<NewToken, "name" | "scope" | "projectIds">;
type TokenChange = { readonly [K in keyof Changeable]?: Changeable[K] | undefined };

const shown = ({ name, scope, allProjects, projects }: Token): Record<string, string | string[] | null> => ({
  name,
  scope,
  projects: allProjects ? null : projects.map(({ project }) => project.slug).sort(),
});

function differences(before: Token, after: Token) {
  const was = shown(before);
  const changed = Object.entries(shown(after)).filter(
    ([field, to]) => JSON.stringify(was[field]) !== JSON.stringify(to),
  );
  return Object.fromEntries(changed.map(([field, to]) => [field, { from: was[field] ?? null, to }]));
}

/**
 * Changes what one of the caller's tokens is called and may do; it counts from the next request on. Refuses with 400 on `name` when
 * another one has it.
 */
export async function updateToken(
  actor: Extract<Actor, { kind: "user" }>,
  id: number,
  { name, scope, projectIds }: TokenChange,
): Promise<Token> {
  return command(actor, async (c) => {
    await c.tx.$queryRaw`select id from api_tokens where id = ${id} for update`;
    const before = await c.tx.apiToken.findFirst({
      where: { id, userId: actor.userId, revokedAt: null },
      select: tokenFields,
    });
    if (!before) throw notFound("ApiToken");
    const row = await c.tx.apiToken
      .update({
        where: { id },
        data: {
          ...(name !== undefined && { name }),
          ...(scope !== undefined && { scope }),
          ...(projectIds !== undefined && {
            allProjects: projectIds === null,
            projects: { deleteMany: {}, create: (projectIds ?? []).map((projectId) => ({ projectId })) },
          }),
        },
        select: tokenFields,
      })
      .catch(onDuplicate("api_tokens_live_name_key", "name", "You have a token with this name already."));
    await c.record({
      action: "token.update",
      subjectKind: "token",
      subjectId: id,
      subjectLabel: row.name,
      changes: differences(before, row),
    });
    return row;
  });
}

/** Ends one of the caller's tokens; it is refused from the next request on. For 15 seconds `undoRevokeToken` takes that back. */
export async function revokeToken(actor: Extract<Actor, { kind: "user" }>, id: number): Promise<void> {
  await command(actor, async (c) => {
    const [row] = await c.tx.apiToken.updateManyAndReturn({
      where: { id, userId: actor.userId, revokedAt: null },
      data: { revokedAt: clock.now() },
      select: { id: true, name: true },
    });
    if (!row) throw notFound("ApiToken");
    await record(c, "token.revoke", row);
  });
}

/**
 * Takes revoking one of the caller's tokens back: the same text works again. Refuses with 409 when it is not revoked, or was revoked
 * longer ago than 15 seconds, or its name was given to another one meanwhile.
 */
export async function undoRevokeToken(actor: Extract<Actor, { kind: "user" }>, id: number): Promise<Token> {
  return command(actor, async (c) => {
    const own = { id, userId: actor.userId };
    const { count } = await c.tx.apiToken
      .updateMany({
        where: { ...own, revokedAt: { gt: new Date(clock.now().getTime() - UNDO_MS) } },
        data: { revokedAt: null },
      })
      .catch((error: unknown) => {
        throw isDuplicate(error, "api_tokens_live_name_key")
          ? conflict("You have another token with this name by now.")
          : error;
      });
    const row = await c.tx.apiToken.findFirst({ where: own, select: tokenFields });
    if (!row) throw notFound("ApiToken");
    if (count === 0) throw conflict("It is too late to take that back. Create another token.");
    await record(c, "token.undo_revoke", row);
    return row;
  });
}

/**
 * Gives one of the caller's tokens a new text; the old one works on for `overlapHours`. Refuses with 409 when it was rotated or revoked
 * meanwhile: this text would never work.
 */
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
    const { count } = await c.tx.apiToken.updateMany({
      where: { ...own, tokenHash: old.tokenHash },
      data: {
        tokenHash: hash,
        lastFour,
        previousHash: overlapHours > 0 ? old.tokenHash : null,
        previousUntil: overlapHours > 0 ? until : null,
      },
    });
    if (count === 0) throw conflict("It was rotated or revoked in the meantime.");
    const row = await c.tx.apiToken.findUniqueOrThrow({ where: { id }, select: tokenFields });
    await record(c, "token.rotate", row);
    return { row, token };
  });
}

/** Notes that a token is in use, at most once a minute. Never fails the request that used it. */
export async function seeToken(
  token: { id: number; lastUsedAt: Date | null },
  { address, client }: { address: string; client: string },
): Promise<void> {
  const now = clock.now();
  if (token.lastUsedAt && now.getTime() - token.lastUsedAt.getTime() < USED_EVERY_MS) return;
  await db.apiToken
    .updateMany({
      where: { id: token.id },
      data: { lastUsedAt: now, lastUsedAddress: address, lastUsedClient: client.replaceAll("\0", "") },
    })
    .catch((error: unknown) => log.warn({ err: error }, "token use not noted"));
}
