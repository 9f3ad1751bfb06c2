import type { SignedIn } from "#lib/access/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { db, selectRows } from "#lib/platform/db/client.ts";
import { notFound } from "#lib/platform/errors.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import { Prisma } from "#prisma/client/client.ts";

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
  lastUsedClient: true,
  projects: { select: { project: { select: { slug: true } } } },
} as const satisfies Prisma.ApiTokenSelect;

export type Token = Prisma.ApiTokenGetPayload<{ select: typeof tokenFields }>;

/** The caller's tokens that are not revoked, latest first. */
export async function listTokens(actor: SignedIn, page: PageRequest): Promise<Found<Token>> {
  const where = { userId: actor.userId, revokedAt: null };
  const rows = await db.apiToken.findMany({
    where,
    select: tokenFields,
    orderBy: { id: "desc" },
    take: page.limit,
    skip: page.offset,
  });
  return withCount(page, rows, () => db.apiToken.count({ where }));
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

/** A token with whose it is, as a request needs it. */
export type PresentedToken = {
  id: number;
  scope: "read" | "write";
  /** Ids of the projects it is confined to; null for all. */
  projectIds: number[] | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  userId: number;
  username: string;
  superuser: boolean;
  deactivatedAt: Date | null;
};

/** The token of a hash, the one before a rotation included while it lives on; null when unknown or revoked. */
export async function findTokenByHash(hash: Uint8Array<ArrayBuffer>): Promise<PresentedToken | null> {
  const [token] = await selectRows<PresentedToken>(Prisma.sql`
    select t.id, t.scope, t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt",
      case when not t.all_projects
        then array(select p.project_id from api_token_projects p where p.token_id = t.id) end as "projectIds",
      u.id as "userId", u.username, u.is_superuser as superuser, u.deactivated_at as "deactivatedAt"
    from api_tokens t join users u on u.id = t.user_id
    where (t.token_hash = ${hash} or (t.previous_hash = ${hash} and t.previous_until > ${clock.now()}))
      and t.revoked_at is null`);
  return token ?? null;
}
