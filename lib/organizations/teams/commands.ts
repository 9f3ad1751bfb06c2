import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { lockOrganization } from "#lib/organizations/commands.ts";
import { memberNamed } from "#lib/organizations/members/commands.ts";
import { unanswered } from "#lib/organizations/policy.ts";
import type { Organization } from "#lib/organizations/queries.ts";
import { slugOf } from "#lib/organizations/rules.ts";
import type { Team, TeamMember } from "#lib/organizations/teams/queries.ts";
import type { TeamChanges, TeamInput } from "#lib/organizations/teams/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { onDuplicate } from "#lib/platform/db/conflict.ts";
import { invalid, notFound } from "#lib/platform/errors.ts";
import { endSharesOfLeavers } from "#lib/sharing/commands.ts";

const LONGEST_NAME = 100;

/** The slug a name becomes; 400 on `name` when it becomes none. */
function slugFrom(name: string): string {
  if ([...name].length > LONGEST_NAME)
    throw invalid({ name: [`Ensure this field has no more than ${LONGEST_NAME} characters.`] });
  const slug = slugOf(name);
  if (slug === "") throw invalid({ name: [`Invalid team name "${name}": no slug generated.`] });
  return slug;
}

/** For `.catch`: the name, or the slug it becomes, belongs to another team of the organization. */
const nameTaken = (name: string) => (error: unknown) =>
  Promise.reject(error)
    .catch(onDuplicate("teams_organization_id_name_key", "name", `A team named "${name}" already exists.`))
    .catch(
      onDuplicate(
        "teams_organization_id_slug_key",
        "name",
        `A team with slug "${slugOf(name)}" already exists.`,
      ),
    );

const record = (
  c: Command,
  action: string,
  team: { id: number; organizationId: number; slug: string },
  changes?: Parameters<Command["record"]>[0]["changes"],
) =>
  c.record({
    action,
    organizationId: team.organizationId,
    subjectKind: "team",
    subjectId: team.id,
    subjectLabel: team.slug,
    ...(changes && { changes }),
  });

/** Takes the organization's lock and makes sure that the team is still there. */
async function lockTeam(c: Command, team: { id: number; organizationId: number }): Promise<void> {
  await lockOrganization(c, { id: team.organizationId });
  if ((await c.tx.team.count({ where: { id: team.id } })) === 0) throw notFound("Team");
}

/** The docs hosts that a team's members read learn that it changed. */
async function teamSitesChanged(c: Command, teamId: number): Promise<void> {
  const projects = await c.tx.teamProject.findMany({ where: { teamId }, select: { projectId: true } });
  for (const { projectId } of projects) await c.siteChanged(projectId, "readers");
}

/** A team with members and projects. Refuses with 400 when its name is taken or a project is not the organization's. */
export async function createTeam(
  organization: Granted<"admin", Organization>,
  input: TeamInput,
): Promise<{ id: number; slug: string }> {
  const slug = slugFrom(input.name);
  return command(organization.actor, async (c) => {
    await lockOrganization(c, organization);
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
        select: { id: true, slug: true, organizationId: true },
      })
      .catch(nameTaken(input.name));
    await c.tx.teamProject.createMany({
      data: projects.map(({ id }) => ({ organizationId: organization.id, teamId: team.id, projectId: id })),
    });
    await record(c, "team.create", team);
    for (const { id } of projects) await c.siteChanged(id, "readers");
    return team;
  });
}

/** Changes name or access; the slug follows the name. Returns the slug it has now. Refuses with 400 on `name` when it is taken. */
export async function updateTeam(team: Granted<"admin", Team>, input: TeamChanges): Promise<string> {
  const { name, access } = input;
  const slug = name === undefined || name === team.name ? team.slug : slugFrom(name);
  await command(team.actor, async (c) => {
    await lockTeam(c, team);
    await c.tx.team
      .update({
        where: { id: team.id },
        // What was not said stays what it is by now, not what it was when the team was loaded.
        data: {
          ...(name !== undefined && { name, slug }),
          ...(access !== undefined && { access }),
          modified: clock.now(),
        },
      })
      .catch(nameTaken(name ?? team.name));
    await record(c, "team.update", team, {
      ...(name !== undefined && name !== team.name && { name: { from: team.name, to: name } }),
      ...(access !== undefined && access !== team.access && { access: { from: team.access, to: access } }),
    });
    await teamSitesChanged(c, team.id);
  });
  return slug;
}

/** Deletes a team; its projects and people stay. Open invitations that would lead nowhere without it are withdrawn. */
export async function deleteTeam(team: Granted<"admin", Team>): Promise<void> {
  await command(team.actor, async (c) => {
    await lockTeam(c, team);
    await teamSitesChanged(c, team.id);
    const members = await c.tx.teamMember.findMany({ where: { teamId: team.id }, select: { userId: true } });
    await c.tx.team.delete({ where: { id: team.id } });
    await endSharesOfLeavers(
      c,
      team.organizationId,
      members.map(({ userId }) => userId),
    );
    await c.tx.invitation.updateMany({
      where: {
        organizationId: team.organizationId,
        asOwner: false,
        teams: { none: {} },
        ...unanswered,
      },
      data: { revokedAt: clock.now() },
    });
    await record(c, "team.delete", team);
  });
}

/** Puts one of the organization's people into a team. Refuses with 400 on `username` a stranger or somebody who is in it. */
export async function addTeamMember(
  team: Granted<"admin", Team>,
  username: string,
): Promise<{ username: string }> {
  return command(team.actor, async (c) => {
    await lockTeam(c, team);
    const user = await memberNamed(c, team.organizationId, username);
    const { count } = await c.tx.teamMember.createMany({
      data: [{ teamId: team.id, userId: user.id, created: clock.now() }],
      skipDuplicates: true,
    });
    if (count === 0) throw invalid({ username: [`"${user.username}" is in this team already.`] });
    await record(c, "team.member.add", team, { member: { from: null, to: user.username } });
    await teamSitesChanged(c, team.id);
    return { username: user.username };
  });
}

/** Takes somebody out of a team. */
export async function removeTeamMember(member: Granted<"admin", TeamMember>): Promise<void> {
  const { team, teamId, userId } = member;
  await command(member.actor, async (c) => {
    await lockOrganization(c, { id: team.organizationId });
    const { count } = await c.tx.teamMember.deleteMany({ where: { teamId, userId } });
    if (count === 0) throw notFound("User");
    await record(
      c,
      "team.member.remove",
      { ...team, id: teamId },
      { member: { from: member.user.username, to: null } },
    );
    await endSharesOfLeavers(c, team.organizationId, [userId]);
    await teamSitesChanged(c, teamId);
  });
}

/** Gives a team one more of the organization's projects. Refuses with 400 on `project` a strange one or one it has. */
export async function addTeamProject(team: Granted<"admin", Team>, slug: string): Promise<void> {
  const { organizationId } = team;
  await command(team.actor, async (c) => {
    await lockTeam(c, team);
    const project = await c.tx.project.findFirst({
      where: { organizationId, slug, deletedAt: null },
      select: { id: true },
    });
    if (!project) throw invalid({ project: [`Object with slug=${slug} does not exist.`] });
    const { count } = await c.tx.teamProject.createMany({
      data: [{ organizationId, teamId: team.id, projectId: project.id }],
      skipDuplicates: true,
    });
    if (count === 0) throw invalid({ project: [`"${slug}" is in this team already.`] });
    await record(c, "team.project.add", team, { project: { from: null, to: slug } });
    await c.siteChanged(project.id, "readers");
  });
}

/** Takes a project out of a team. */
export async function removeTeamProject(team: Granted<"admin", Team>, slug: string): Promise<void> {
  await command(team.actor, async (c) => {
    await lockTeam(c, team);
    const held = { teamId: team.id, project: { slug, deletedAt: null } };
    const found = await c.tx.teamProject.findFirst({ where: held, select: { projectId: true } });
    if (!found) throw notFound("Project");
    await c.tx.teamProject.delete({
      where: { teamId_projectId: { teamId: team.id, projectId: found.projectId } },
    });
    await record(c, "team.project.remove", team, { project: { from: slug, to: null } });
    await c.siteChanged(found.projectId, "readers");
  });
}
