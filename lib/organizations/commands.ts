import type { Granted } from "#lib/access/rules.ts";
import type { Actor, SignedIn } from "#lib/access/schema.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { unanswered } from "#lib/organizations/policy.ts";
import type { Organization } from "#lib/organizations/queries.ts";
import { firstTeams, organizationSlugRule, slugOf } from "#lib/organizations/rules.ts";
import type { OrganizationChanges, OrganizationInput } from "#lib/organizations/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { type Condition, requireUnchanged } from "#lib/platform/db/condition.ts";
import { onDuplicate } from "#lib/platform/db/conflict.ts";
import { conflict, forbidden, invalid, notFound } from "#lib/platform/errors.ts";

/**
 * Every change of an organization, its teams, people and invitations takes this lock first, so that rules over several rows hold.
 * Refuses with 404 when the organization was deleted meanwhile, with 412 when `unchanged` is asked for and it was changed.
 */
export async function lockOrganization(
  c: Command,
  organization: { id: number; rowVersion?: number },
  options: Condition = {},
): Promise<void> {
  const [row] = await c.tx.$queryRaw<{ rowVersion: number }[]>`
    select row_version as "rowVersion" from organizations where id = ${organization.id} and deleted_at is null for update`;
  if (!row) throw notFound("Organization");
  requireUnchanged(options, organization, row);
}

/**
 * Keeps an organization and its teams as they are until the transaction ends, for something new that belongs to them. Many may hold it
 * at once; those who change it wait. False when it was deleted meanwhile.
 */
export async function holdOrganization(c: Command, id: number): Promise<boolean> {
  const rows = await c.tx.$queryRaw<unknown[]>`
    select id from organizations where id = ${id} and deleted_at is null for share`;
  return rows.length === 1;
}

/** Counts a change of what an organization shows; its owners are a part of that. */
export async function touchOrganization(c: Command, id: number, data: OrganizationColumns = {}) {
  await c.tx.organization.update({
    where: { id },
    data: { ...data, modified: clock.now(), rowVersion: { increment: 1 } },
    select: { id: true },
  });
}

/** Every docs host that an owner's or a member's rights reach learns of the change (data-model.md 1). */
export async function sitesChanged(c: Command, organizationId: number): Promise<void> {
  const projects = await c.tx.project.findMany({ where: { organizationId }, select: { id: true } });
  for (const { id } of projects) await c.siteChanged(id, "readers");
}

/**
 * A new organization with its two first teams. Its owner is `ownerId`, or the person who asks.
 * Refuses with 400 on `slug` when it is taken.
 */
export async function createOrganization(
  actor: SignedIn | Extract<Actor, { kind: "system" }>,
  input: OrganizationInput,
  ownerId: number,
): Promise<{ id: number; slug: string }> {
  if (actor.kind === "token" && actor.projectIds !== null) throw forbidden();
  const slug = input.slug ?? slugOf(input.name);
  const problem =
    slug === ""
      ? `Invalid organization name "${input.name}": no slug generated.`
      : organizationSlugRule(slug);
  if (problem) throw invalid({ [input.slug === undefined ? "name" : "slug"]: [problem] });
  return command(actor, async (c) => {
    const organization = await c.tx.organization
      .create({
        data: {
          slug,
          name: input.name,
          ...columnsOf(input),
          owners: { create: { userId: ownerId } },
          teams: { create: [...firstTeams] },
        },
        select: { id: true, slug: true },
      })
      .catch(
        onDuplicate("organizations_slug_key", "slug", `Organization with slug "${slug}" already exists.`),
      );
    await record(c, "organization.create", organization);
    return organization;
  });
}

/** Changes what an organization shows; fields that are absent stay. 412 when `unchanged` is asked for and it was changed. */
export async function updateOrganization(
  organization: Granted<"admin", Organization>,
  input: OrganizationChanges,
  options: Condition = {},
): Promise<void> {
  const columns = columnsOf(input);
  const names = (["name", "email", "url", "description"] as const).filter(
    (name) => columns[name] !== undefined && columns[name] !== organization[name],
  );
  const changes = names.map((name) => [name, { from: organization[name], to: columns[name] ?? null }]);
  await command(organization.actor, async (c) => {
    await lockOrganization(c, organization, options);
    await touchOrganization(c, organization.id, columns);
    await record(c, "organization.update", organization, Object.fromEntries(changes));
  });
}

/**
 * Deletes an organization and withdraws its invitations. Refuses with 409 while it has projects. Its slug is never given to somebody
 * else: links to it would lead to strangers.
 */
export async function deleteOrganization(
  organization: Granted<"admin", Organization>,
  options: Condition = {},
): Promise<void> {
  await command(organization.actor, async (c) => {
    await lockOrganization(c, organization, options);
    const projects = await c.tx.project.count({
      where: { organizationId: organization.id, deletedAt: null },
    });
    if (projects > 0) {
      const them = projects === 1 ? "a project. Delete it" : `${projects} projects. Delete them`;
      throw conflict(`This organization still has ${them} first.`);
    }
    await touchOrganization(c, organization.id, { deletedAt: clock.now() });
    await c.tx.invitation.updateMany({
      where: { organizationId: organization.id, ...unanswered },
      data: { revokedAt: clock.now() },
    });
    await record(c, "organization.delete", organization);
  });
}

type OrganizationColumns = {
  name?: string;
  email?: string | null;
  url?: string | null;
  description?: string | null;
  deletedAt?: Date;
};

/** Blank stands for nothing. */
const columnsOf = ({ name, email, url, description }: OrganizationChanges) => ({
  ...(name !== undefined && { name }),
  ...(email !== undefined && { email: email || null }),
  ...(url !== undefined && { url: url || null }),
  ...(description !== undefined && { description: description || null }),
});

const record = (
  c: Command,
  action: string,
  organization: { id: number; slug: string },
  changes?: Parameters<Command["record"]>[0]["changes"],
) =>
  c.record({
    action,
    organizationId: organization.id,
    subjectKind: "organization",
    subjectId: organization.id,
    subjectLabel: organization.slug,
    ...(changes && { changes }),
  });
