import { type Granted, grant } from "#lib/access/rules.ts";
import type { Actor } from "#lib/access/schema.ts";
import type { DirectoryFilter } from "#lib/accounts/directory/schema.ts";
import { DELETED_PREFIX, emailKey, usernameKey } from "#lib/accounts/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import type { Prisma } from "#prisma/client/client.ts";

const directoryFields = {
  id: true,
  username: true,
  firstName: true,
  lastName: true,
  isSuperuser: true,
  created: true,
  lastActiveAt: true,
  deactivatedAt: true,
  emailAddresses: { where: { isPrimary: true }, select: { address: true, verifiedAt: true } },
} as const satisfies Prisma.UserSelect;

/** What is left of a deleted account has a name that nobody can have. */
const notDeleted = { NOT: { usernameKey: { startsWith: DELETED_PREFIX } } } as const;

export type DirectoryUser = Prisma.UserGetPayload<{ select: typeof directoryFields }>;

/** All accounts of the instance, latest first; deleted ones have no name any more and are left out. */
export async function listDirectory(
  { q, active }: DirectoryFilter,
  page: PageRequest,
): Promise<Found<DirectoryUser>> {
  const where: Prisma.UserWhereInput = {
    ...notDeleted,
    ...(active !== undefined && { deactivatedAt: active ? null : { not: null } }),
    ...(q !== undefined && {
      OR: [
        { usernameKey: { contains: usernameKey(q) } },
        { emailAddresses: { some: { addressKey: { contains: emailKey(q) } } } },
      ],
    }),
  };
  const [count, rows] = await Promise.all([
    db.user.count({ where }),
    db.user.findMany({
      where,
      select: directoryFields,
      orderBy: { id: "desc" },
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  return { count, rows };
}

/** One account, disabled ones included, for a superuser; 404 for everybody else. */
export async function openDirectoryUser(
  actor: Actor,
  username: string,
): Promise<Granted<"admin", DirectoryUser>> {
  const admin = (actor.kind === "user" || actor.kind === "token") && actor.superuser;
  const row = await db.user.findFirst({
    where: { usernameKey: usernameKey(username), username, ...notDeleted },
    select: directoryFields,
  });
  return grant<"admin", DirectoryUser>("admin", actor, row, { view: admin, admin }, "User");
}
