import type { Granted } from "#lib/access/rules.ts";
import { usernameKey } from "#lib/accounts/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { conflict, invalid, notFound } from "#lib/platform/errors.ts";
import { lockProject } from "#lib/projects/commands.ts";
import type { ProjectPerson } from "#lib/projects/people/queries.ts";
import { peopleComeFromTeams, removeMaintainerProblem } from "#lib/projects/people/rules.ts";
import type { Project } from "#lib/projects/queries.ts";

type Named = { id: number; username: string };

/** Writes down who came or went, and tells docs hosts and whoever holds the project's entity tag. */
async function record(c: Command, action: string, project: Project, user: Named): Promise<void> {
  await c.tx.project.update({
    where: { id: project.id },
    data: { rowVersion: { increment: 1 }, modified: clock.now() },
    select: { id: true },
  });
  await c.record({
    action,
    projectId: project.id,
    subjectKind: "user",
    subjectId: user.id,
    subjectLabel: user.username,
  });
  await c.siteChanged(project.id, "readers");
}

/**
 * Lets somebody change a project (community). Refuses with 409 where an organization decides, with 400 on `username` an unknown name or
 * somebody who is a maintainer already.
 */
export async function addMaintainer(
  project: Granted<"admin", Project>,
  username: string,
): Promise<{ username: string }> {
  if (project.organizationId !== null) throw conflict(peopleComeFromTeams);
  return command(project.actor, async (c) => {
    await lockProject(c, project);
    const user = await c.tx.user.findFirst({
      where: { usernameKey: usernameKey(username), deactivatedAt: null },
      select: { id: true, username: true },
    });
    if (!user) throw invalid({ username: [`No account is called "${username}".`] });
    const { count } = await c.tx.projectMaintainer.createMany({
      data: [{ projectId: project.id, userId: user.id }],
      skipDuplicates: true,
    });
    if (count === 0) throw invalid({ username: [`"${user.username}" is a maintainer already.`] });
    await record(c, "project.maintainer.add", project, user);
    return { username: user.username };
  });
}

/** Takes a maintainer out of a project; everybody may leave. Refuses with 409 the last one, also when two go at once. */
export async function removeMaintainer(
  project: Granted<"admin", Project>,
  person: Granted<"admin", ProjectPerson>,
): Promise<void> {
  if (project.organizationId !== null) throw conflict(peopleComeFromTeams);
  await command(project.actor, async (c) => {
    await lockProject(c, project);
    const key = { projectId: project.id, userId: person.id };
    if (!(await c.tx.projectMaintainer.findUnique({ where: { projectId_userId: key } })))
      throw notFound("User");
    const maintainers = await c.tx.projectMaintainer.count({
      where: { projectId: project.id, user: { deactivatedAt: null } },
    });
    const problem = removeMaintainerProblem(maintainers);
    if (problem !== null) throw conflict(problem);
    await c.tx.projectMaintainer.delete({ where: { projectId_userId: key } });
    await record(c, "project.maintainer.remove", project, person);
  });
}
