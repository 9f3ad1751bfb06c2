import type { SignedIn } from "#lib/access/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { notFound } from "#lib/platform/errors.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import type { Prisma } from "#prisma/client/client.ts";

export const tokenFields = {
  id: true,
  name: true,
  prefix: true,
  lastFour: true,
  scope: true,
  allProjects: true,
  created: true,
  expiresAt: true,
  lastUsedAt: true,
  lastUsedAddress: true,
  projects: { select: { project: { select: { slug: true } } } },
} as const satisfies Prisma.ApiTokenSelect;

export type Token = Prisma.ApiTokenGetPayload<{ select: typeof tokenFields }>;

/** The caller's tokens that are not revoked, latest first. */
export async function listTokens(actor: SignedIn, page: PageRequest): Promise<Found<Token>> {
  const where = { userId: actor.userId, revokedAt: null };
  const [count, rows] = await Promise.all([
    db.apiToken.count({ where }),
    db.apiToken.findMany({
      where,
      select: tokenFields,
      orderBy: { id: "desc" },
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  return { count, rows };
}

/** One of the caller's own tokens. */
export async function getToken(actor: SignedIn, id: number): Promise<Token> {
  const row = await db.apiToken.findFirst({
    where: { id, userId: actor.userId, revokedAt: null },
    select: tokenFields,
  });
  if (!row) throw notFound("ApiToken");
  return row;
}

/** The token of a hash, the one before a rotation included while it lives on; null when unknown or revoked. */
export function findTokenByHash(hash: Uint8Array<ArrayBuffer>) {
  return db.apiToken.findFirst({
    where: {
      OR: [{ tokenHash: hash }, { previousHash: hash, previousUntil: { gt: clock.now() } }],
      revokedAt: null,
    },
    select: {
      id: true,
      scope: true,
      allProjects: true,
      expiresAt: true,
      lastUsedAt: true,
      projects: { select: { projectId: true } },
      user: { select: { id: true, username: true, isSuperuser: true, deactivatedAt: true } },
    },
  });
}
