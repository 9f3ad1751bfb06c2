import { db } from "#lib/platform/db/client.ts";
import type { Prisma } from "#prisma/client/client.ts";
import { next } from "#test/factories/tenants.ts";

type Provider = "github" | "gitlab" | "bitbucket";
const hosts = {
  github: "https://github.com",
  gitlab: "https://gitlab.com",
  bitbucket: "https://bitbucket.org",
} as const;

/** Somebody's account on a code host. */
export const buildConnectedAccount = (
  person: { id: number },
  provider: Provider = "github",
): Promise<{ id: number }> =>
  db.connectedAccount.create({
    data: {
      userId: person.id,
      provider,
      baseUrl: hosts[provider],
      providerUid: `uid${next()}`,
      login: `login${next()}`,
    },
    select: { id: true },
  });

type Reached = { accounts?: readonly { id: number }[]; admins?: readonly { id: number }[] };
const membershipsOf = ({ accounts = [], admins = [] }: Reached) => ({
  create: [
    ...accounts.map(({ id }) => ({ accountId: id, admin: false })),
    ...admins.map(({ id }) => ({ accountId: id, admin: true })),
  ],
});

/** An organization on a code host that these accounts belong to. */
export async function buildRemoteOrganization(
  columns: Partial<Prisma.RemoteOrganizationUncheckedCreateInput> & Reached = {},
): Promise<{ id: number; slug: string }> {
  const { accounts, admins, ...given } = columns;
  const provider = given.provider ?? "github";
  const slug = given.slug ?? `group${next()}`;
  return db.remoteOrganization.create({
    data: {
      provider,
      baseUrl: hosts[provider],
      remoteId: String(next()),
      name: slug,
      ...given,
      slug,
      memberships: membershipsOf({ ...(accounts && { accounts }), ...(admins && { admins }) }),
    },
    select: { id: true, slug: true },
  });
}

/** A repository on a code host that `accounts` may read and `admins` administer. */
export async function buildRemoteRepository(
  columns: Partial<Prisma.RemoteRepositoryUncheckedCreateInput> & Reached = {},
) {
  const { accounts, admins, ...given } = columns;
  const provider = given.provider ?? "github";
  const fullName = given.fullName ?? `example/repository${next()}`;
  return db.remoteRepository.create({
    data: {
      provider,
      baseUrl: hosts[provider],
      remoteId: String(next()),
      name: fullName.split("/").at(-1) ?? fullName,
      sshUrl: `git@${new URL(hosts[provider]).host}:${fullName}.git`,
      cloneUrl: `${hosts[provider]}/${fullName}.git`,
      htmlUrl: `${hosts[provider]}/${fullName}`,
      ...given,
      fullName,
      memberships: membershipsOf({ ...(accounts && { accounts }), ...(admins && { admins }) }),
    },
    select: { id: true, fullName: true, sshUrl: true, cloneUrl: true, htmlUrl: true },
  });
}
