import type { SignedIn } from "#lib/access/schema.ts";
import { createToken } from "#lib/accounts/tokens/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { randomToken, sha256 } from "#lib/platform/secrets/tokens.ts";
import type { Prisma } from "#prisma/client/client.ts";

let count = 0;
/** A number no other row of this test file has. */
export const next = (): number => (count += 1);

type Token = Extract<SignedIn, { kind: "token" }>;

/** Somebody with an account and a token of their own; `actor` is what the token makes of them. */
export type Person = { id: number; username: string; token: string; actor: Token };

const system = { kind: "system", job: "test" } as const;

export async function buildPerson(
  options: { superuser?: boolean; username?: string; email?: string; verified?: boolean } = {},
): Promise<Person> {
  const username = options.username ?? `user${next()}`;
  const superuser = options.superuser ?? false;
  const address = options.email && {
    address: options.email,
    addressKey: options.email.toLowerCase(),
    isPrimary: true,
    verifiedAt: (options.verified ?? true) ? new Date() : null,
  };
  const { id } = await db.user.create({
    data: {
      username,
      usernameKey: username.toLowerCase(),
      isSuperuser: superuser,
      ...(address && { emailAddresses: { create: address } }),
    },
  });
  const { token, actor } = await buildToken({ id, username }, { superuser });
  return { id, username, token, actor };
}

/** Another token of somebody, perhaps with less reach. */
export async function buildToken(
  person: { id: number; username: string },
  options: { scope?: "read" | "write"; projectIds?: number[]; superuser?: boolean } = {},
): Promise<{ token: string; actor: Token }> {
  const scope = options.scope ?? "write";
  const projectIds = options.projectIds ?? null;
  const { row, token } = await createToken(system, {
    userId: person.id,
    name: `token ${next()}`,
    scope,
    expires: null,
    projectIds,
  });
  return {
    token,
    actor: {
      kind: "token",
      address: "192.0.2.1",
      client: "test",
      userId: person.id,
      username: person.username,
      superuser: options.superuser ?? false,
      tokenId: row.id,
      scope,
      projectIds,
    },
  };
}

/** An organization with one owner. */
export async function buildOrganization(owner: { id: number }): Promise<{ id: number; slug: string }> {
  const slug = `org${next()}`;
  return db.organization.create({
    data: { slug, name: slug, owners: { create: { userId: owner.id } } },
    select: { id: true, slug: true },
  });
}

export async function buildTeam(
  organization: { id: number },
  options: {
    access?: "admin" | "readonly";
    members?: readonly { id: number }[];
    projects?: readonly { id: number }[];
  } = {},
): Promise<{ id: number; slug: string }> {
  const slug = `team${next()}`;
  const team = await db.team.create({
    data: {
      organizationId: organization.id,
      slug,
      name: slug,
      access: options.access ?? "readonly",
      members: { create: (options.members ?? []).map(({ id }) => ({ userId: id })) },
    },
    select: { id: true, slug: true },
  });
  await db.teamProject.createMany({
    data: (options.projects ?? []).map(({ id }) => ({
      organizationId: organization.id,
      teamId: team.id,
      projectId: id,
    })),
  });
  return team;
}

/** An organization with a public and a private project, an admin of the first and a reader of the second, and a stranger to it. */
export async function buildAcme() {
  const [owner, admin, reader, outsider] = await Promise.all([
    buildPerson(),
    buildPerson(),
    buildPerson(),
    buildPerson(),
  ]);
  const organization = await buildOrganization(owner);
  const [open, secret] = await Promise.all([
    buildProject({ organization, privacyLevel: "public" }),
    buildProject({ organization, privacyLevel: "private" }),
  ]);
  const admins = await buildTeam(organization, { access: "admin", members: [admin], projects: [open] });
  const readers = await buildTeam(organization, { members: [reader], projects: [secret] });
  const path = `/organizations/${organization.slug}/`;
  return { owner, admin, reader, outsider, organization, path, open, secret, admins, readers };
}

/** An open invitation whose mail has been sent: its token is what the mail's link holds. */
export async function buildInvitation(
  organization: { id: number },
  inviter: { id: number },
  columns: Partial<Prisma.InvitationUncheckedCreateInput> & { teamIds?: readonly number[] } = {},
): Promise<{ id: number; token: string; address: string }> {
  const { teamIds = [], ...given } = columns;
  const address = given.address ?? `invited${next()}@example.com`;
  const token = randomToken(24, "");
  const { id } = await db.invitation.create({
    data: {
      organizationId: organization.id,
      tokenHash: sha256(token),
      invitedBy: inviter.id,
      expiresAt: new Date(Date.now() + 86_400_000),
      ...given,
      address,
      addressKey: address.toLowerCase(),
    },
    select: { id: true },
  });
  await db.invitationTeam.createMany({
    data: teamIds.map((teamId) => ({ organizationId: organization.id, invitationId: id, teamId })),
  });
  return { id, token, address };
}

/** Says of each project, when asked, whether its docs hosts were told since now that something changed. */
export async function watchSites(...projects: readonly { id: number }[]): Promise<() => Promise<boolean[]>> {
  const revisions = async () => {
    const rows = await db.project.findMany({ where: { id: { in: projects.map(({ id }) => id) } } });
    return new Map(rows.map(({ id, siteRevision }) => [id, siteRevision]));
  };
  const before = await revisions();
  return async () => {
    const now = await revisions();
    return projects.map(({ id }) => (now.get(id) ?? 0n) > (before.get(id) ?? 0n));
  };
}

type Columns = Partial<Prisma.ProjectUncheckedCreateInput>;

/** A project with its version `latest`; public unless told, of an organization or with maintainers where given. */
export async function buildProject(
  columns: Columns & { maintainer?: { id: number }; organization?: { id: number } } = {},
): Promise<{ id: number; slug: string }> {
  const { maintainer, organization, ...given } = columns;
  const slug = given.slug ?? `project${next()}`;
  const project = await db.project.create({
    data: {
      name: slug,
      repositoryUrl: `https://github.com/example/${slug}`,
      ...given,
      slug,
      organizationId: organization?.id ?? null,
      ...(maintainer && { maintainers: { create: { userId: maintainer.id } } }),
    },
    select: { id: true, slug: true, privacyLevel: true },
  });
  await buildVersion(project, { slug: "latest", machine: true, privacyLevel: project.privacyLevel });
  return project;
}

/** Somebody with an organization of their own and a project of it. */
export async function buildOwnedProject(
  columns: Columns = {},
): Promise<{ owner: Person; project: { id: number; slug: string } }> {
  const owner = await buildPerson();
  const project = await buildProject({ ...columns, organization: await buildOrganization(owner) });
  return { owner, project };
}

/** An active public branch unless told. */
export async function buildVersion(
  project: { id: number },
  columns: Partial<Prisma.VersionUncheckedCreateInput> = {},
): Promise<{ id: number; slug: string }> {
  const slug = columns.slug ?? `version${next()}`;
  return db.version.create({
    data: {
      verboseName: columns.verboseName ?? slug,
      type: "branch",
      active: true,
      privacyLevel: "public",
      ...columns,
      slug,
      projectId: project.id,
    },
    select: { id: true, slug: true },
  });
}

/** A successful build of a version unless told; `publish` makes it the one that is served. */
export async function buildBuild(
  project: { id: number },
  version: { id: number; slug: string },
  columns: Partial<Prisma.BuildUncheckedCreateInput> & { publish?: boolean } = {},
): Promise<{ id: number }> {
  const { publish, ...given } = columns;
  const ended = {
    state: "finished",
    success: true,
    startedAt: new Date(),
    finishedAt: new Date(),
    seconds: 3,
  } as const;
  const build = await db.build.create({
    data: {
      trigger: "api",
      versionName: version.slug,
      versionType: "branch",
      ...(given.state === undefined && ended),
      ...given,
      versionSlug: version.slug,
      projectId: project.id,
      versionId: version.id,
    },
    select: { id: true },
  });
  if (publish) {
    await db.version.update({ where: { id: version.id }, data: { publishedBuildId: build.id } });
    await db.publication.create({ data: { versionId: version.id, buildId: build.id, reason: "build" } });
  }
  return build;
}

/** An organization with its people, somebody who has no part in it, and a maker of projects that both of its teams have. */
export type Company = Awaited<ReturnType<typeof buildCompany>>;

export async function buildCompany() {
  const people = ["owner", "admin", "reader", "stranger"].map((name) =>
    buildPerson({ username: `${name}${next()}` }),
  );
  const [owner, admin, reader, stranger] = (await Promise.all(people)) as [Person, Person, Person, Person];
  const organization = await buildOrganization(owner);
  const admins = await buildTeam(organization, { access: "admin", members: [admin] });
  const readers = await buildTeam(organization, { access: "readonly", members: [reader] });
  const project = async (columns: Columns = {}): Promise<{ id: number; slug: string }> => {
    const made = await buildProject({ ...columns, organization });
    await db.teamProject.createMany({
      data: [admins, readers].map((team) => ({
        organizationId: organization.id,
        teamId: team.id,
        projectId: made.id,
      })),
    });
    return made;
  };
  return { owner, admin, reader, stranger, organization, admins, readers, project };
}

/** What a project of somebody is built with: an organization of their own, or in the community edition just them. */
export const buildHome = async (
  owner: Person,
): Promise<{ organization: { id: number; slug: string } } | { maintainer: Person }> =>
  env.EDITION === "business" ? { organization: await buildOrganization(owner) } : { maintainer: owner };

/** Puts a project below another one, under its own slug unless told. */
export async function buildSubproject(
  parent: { id: number },
  child: { id: number; slug: string },
  alias = child.slug,
): Promise<void> {
  await db.subprojectRelation.create({ data: { parentId: parent.id, childId: child.id, alias } });
}

/** A notice about versions, attached to what the columns say. */
export const buildNotice = (
  columns: Partial<Prisma.NoticeUncheckedCreateInput>,
): Promise<{ id: number; messageId: string }> =>
  db.notice.create({
    data: {
      messageId: "project:versions:synced",
      subject: String(next()),
      values: { summary: "1 new." },
      ...columns,
    },
    select: { id: true, messageId: true },
  });
