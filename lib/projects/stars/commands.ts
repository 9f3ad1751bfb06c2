import type { Granted } from "#lib/access/rules.ts";
import type { SignedIn } from "#lib/access/schema.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import type { Project } from "#lib/projects/queries.ts";

type Starred = Granted<"view", Project>;

/** Marks a project for the caller, whose lists may put it first. Doing it again changes nothing. */
export const addStar = (actor: SignedIn, project: Starred): Promise<void> =>
  command(actor, async (c) => {
    const star = { userId: actor.userId, projectId: project.id };
    await c.tx.star.createMany({ data: [star], skipDuplicates: true });
    await record(c, "star.add", project);
  });

/** Takes the mark away; without one, nothing changes. */
export const removeStar = (actor: SignedIn, project: Starred): Promise<void> =>
  command(actor, async (c) => {
    await c.tx.star.deleteMany({ where: { userId: actor.userId, projectId: project.id } });
    await record(c, "star.remove", project);
  });

/** What people like is no part of the project's history: its own people do not see it there. */
const record = (c: Command, action: string, project: Starred): Promise<void> =>
  c.record({
    action,
    projectId: null,
    organizationId: null,
    subjectKind: "star",
    subjectId: project.id,
    subjectLabel: project.slug,
  });
