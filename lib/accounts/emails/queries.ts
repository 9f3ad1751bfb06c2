import type { SignedIn } from "#lib/access/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import type { Prisma } from "#prisma/client/client.ts";

export const emailFields = {
  id: true,
  address: true,
  isPrimary: true,
  verifiedAt: true,
} as const satisfies Prisma.EmailAddressSelect;

export type Email = Prisma.EmailAddressGetPayload<{ select: typeof emailFields }>;

/** The caller's addresses, the primary one first. */
export async function listEmails(actor: SignedIn, page: PageRequest): Promise<Found<Email>> {
  const where = { userId: actor.userId };
  const rows = await db.emailAddress.findMany({
    where,
    select: emailFields,
    orderBy: [{ isPrimary: "desc" }, { id: "asc" }],
    take: page.limit,
    skip: page.offset,
  });
  return withCount(page, rows, () => db.emailAddress.count({ where }));
}
