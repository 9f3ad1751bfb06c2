import type { Granted } from "#lib/access/rules.ts";
import { command } from "#lib/audit/commands.ts";
import type { Organization } from "#lib/organizations/queries.ts";
import { slugOf } from "#lib/organizations/rules.ts";
import type { TeamInput } from "#lib/organizations/teams/schema.ts";
import { onDuplicate } from "#lib/platform/db/conflict.ts";
import { invalid } from "#lib/platform/errors.ts";

const LONGEST_NAME = 100;

/** A team with members and projects. Refuses with 400 when its name is taken or a project is not the organization's. */
export async function createTeam(
  organization: Granted<"admin", Organization>,
  input: TeamInput,
): Promise<{ id: number; slug: string }> {
  if ([...input.name].length > LONGEST_NAME) {
    throw invalid({ name: [`Ensure this field has no more than ${LONGEST_NAME} characters.`] });
  }
  const slug = slugOf(input.name);
  if (slug === "") throw invalid({ name: [`Invalid team name "${input.name}": no slug generated.`] });
  const taken = `A team named "${input.name}" already exists.`;
  return command(organization.actor, async (c) => {
    const projects = await c.tx.project.findMany({
      where: { organizationId: organization.id, slug: { in: [...input.projectSlugs] }, deletedAt: null },
      select: { id: true, slug: true },
    });
    const missing = input.projectSlugs.find((wanted) => !projects.some((found) => found.slug === wanted));
    if (missing !== undefined) throw invalid({ projects: [`Object with slug=${missing} does not exist.`] });
    const team = await c.tx.team
      .create({
        data: {
          organizationId: organization.id,
          name: input.name,
          slug,
          access: input.access,
          members: { create: input.memberIds.map((userId) => ({ userId })) },
        },
        select: { id: true, slug: true },
      })
      .catch(onDuplicate("teams_organization_id_name_key", "name", taken))
      .catch(onDuplicate("teams_organization_id_slug_key", "name", taken));
    await c.tx.teamProject.createMany({
      data: projects.map(({ id }) => ({ organizationId: organization.id, teamId: team.id, projectId: id })),
    });
    await c.record({
      action: "team.create",
      organizationId: organization.id,
      subjectKind: "team",
      subjectId: team.id,
      subjectLabel: slug,
    });
    for (const { id } of projects) await c.siteChanged(id);
    return team;
  });
}
