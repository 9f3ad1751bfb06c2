import type { SignedIn } from "#lib/access/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import type { Prisma } from "#prisma/client/client.ts";

const eventFields = {
  id: true,
  at: true,
  action: true,
  actorId: true,
  actorLabel: true,
  subjectKind: true,
  subjectLabel: true,
  changes: true,
  address: true,
  client: true,
} as const satisfies Prisma.AuditEventSelect;

export type SecurityEvent = Prisma.AuditEventGetPayload<{ select: typeof eventFields }>;

/**
 * What was done to the caller's account and with its tokens, by whomever, latest first. Where an operator was when they did something is
 * theirs.
 */
export async function listSecurityEvents(actor: SignedIn, page: PageRequest): Promise<Found<SecurityEvent>> {
  const where: Prisma.AuditEventWhereInput = {
    OR: [
      {
        subjectKind: "user",
        subjectId: String(actor.userId),
        OR: [{ action: { startsWith: "account." } }, { action: { startsWith: "session." } }],
      },
      { subjectKind: "token", actorId: actor.userId },
    ],
  };
  const [count, rows] = await Promise.all([
    db.auditEvent.count({ where }),
    db.auditEvent.findMany({
      where,
      select: eventFields,
      orderBy: { id: "desc" },
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  const isOthers = ({ actorId }: SecurityEvent): boolean => actorId !== null && actorId !== actor.userId;
  return {
    count,
    rows: rows.map((row) => (isOthers(row) ? { ...row, address: null, client: null } : row)),
  };
}
