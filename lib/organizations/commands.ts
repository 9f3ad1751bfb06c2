import type { Granted } from "#lib/access/rules.ts";
import type { Actor, SignedIn } from "#lib/access/schema.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import type { Organization } from "#lib/organizations/queries.ts";
import { firstTeams, organizationSlugRule, removeOwnerProblem, slugOf } from "#lib/organizations/rules.ts";
import type { OrganizationInput } from "#lib/organizations/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { onDuplicate } from "#lib/platform/db/conflict.ts";
import { conflict, forbidden, invalid } from "#lib/platform/errors.ts";

/** Its owners are a part of what an organization shows. */
const touch = (c: Command, id: number) =>
  c.tx.organization.update({
    where: { id },
    data: { modified: clock.now(), rowVersion: { increment: 1 } },
    select: { id: true },
  });

/** Every docs host that a person's membership reaches learns of the change (data-model.md 1). */
async function sitesChanged(c: Command, organizationId: number): Promise<void> {
  const projects = await c.tx.project.findMany({ where: { organizationId }, select: { id: true } });
  for (const { id } of projects) await c.siteChanged(id);
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
          email: input.email || null,
          url: input.url || null,
          description: input.description || null,
          owners: { create: { userId: ownerId } },
          teams: { create: [...firstTeams] },
        },
        select: { id: true, slug: true },
      })
      .catch(
        onDuplicate("organizations_slug_key", "slug", `Organization with slug "${slug}" already exists.`),
      );
    await c.record({
      action: "organization.create",
      organizationId: organization.id,
      subjectKind: "organization",
      subjectId: organization.id,
      subjectLabel: slug,
    });
    return organization;
  });
}

/** Makes somebody an owner; nothing happens to somebody who is one. */
export async function addOwner(
  organization: Granted<"admin", Organization>,
  user: { id: number; username: string },
): Promise<void> {
  await command(organization.actor, async (c) => {
    const owner = { organizationId: organization.id, userId: user.id };
    await c.tx.organizationOwner.upsert({
      where: { organizationId_userId: owner },
      create: owner,
      update: {},
    });
    await touch(c, organization.id);
    await c.record({
      action: "organization.owner.add",
      organizationId: organization.id,
      subjectKind: "user",
      subjectId: user.id,
      subjectLabel: user.username,
    });
    await sitesChanged(c, organization.id);
  });
}

/** Ends somebody's ownership. Refuses with 409 to remove the last owner, also when two are removed at once. */
export async function removeOwner(
  organization: Granted<"admin", Organization>,
  user: { id: number; username: string },
): Promise<void> {
  await command(organization.actor, async (c) => {
    await c.tx.$queryRaw`select id from organizations where id = ${organization.id} for update`;
    const owners = await c.tx.organizationOwner.count({
      where: { organizationId: organization.id, user: { deactivatedAt: null } },
    });
    const problem = removeOwnerProblem(owners);
    if (problem) throw conflict(problem);
    await c.tx.organizationOwner.deleteMany({ where: { organizationId: organization.id, userId: user.id } });
    await touch(c, organization.id);
    await c.record({
      action: "organization.owner.remove",
      organizationId: organization.id,
      subjectKind: "user",
      subjectId: user.id,
      subjectLabel: user.username,
    });
    await sitesChanged(c, organization.id);
  });
}
