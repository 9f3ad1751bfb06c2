import type { SignedIn } from "#lib/access/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import type { Prisma } from "#prisma/client/client.ts";

const sessionFields = {
  id: true,
  publicHash: true,
  created: true,
  lastSeenAt: true,
  expiresAt: true,
  address: true,
  client: true,
} as const satisfies Prisma.SessionSelect;

export type Session = Prisma.SessionGetPayload<{ select: typeof sessionFields }>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The open session of an id with its active user and how they want the dashboard, or null. */
export async function findSession(id: string) {
  if (!uuid.test(id)) return null;
  return db.session.findFirst({
    where: { id, endedAt: null, expiresAt: { gt: clock.now() }, user: { deactivatedAt: null } },
    select: {
      id: true,
      lastSeenAt: true,
      authenticatedAt: true,
      user: {
        select: { id: true, username: true, isSuperuser: true, preferences: true, timeZone: true },
      },
    },
  });
}

/** Where the caller is signed in, latest first. */
export async function listSessions(actor: SignedIn, page: PageRequest): Promise<Found<Session>> {
  const where = { userId: actor.userId, endedAt: null, expiresAt: { gt: clock.now() } };
  const rows = await db.session.findMany({
    where,
    select: sessionFields,
    orderBy: [{ lastSeenAt: "desc" }, { id: "asc" }],
    take: page.limit,
    skip: page.offset,
  });
  return withCount(page, rows, () => db.session.count({ where }));
}
