import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { type Condition, requireUnchanged } from "#lib/platform/db/condition.ts";
import { invalid, notFound } from "#lib/platform/errors.ts";
import { seal } from "#lib/platform/secrets/sealing.ts";
import { lockProject } from "#lib/projects/commands.ts";
import { type EnvironmentVariable, variableFields } from "#lib/projects/environment-variables/queries.ts";
import {
  bytesOf,
  mostBytes,
  mostVariables,
  nameTaken,
  tooMany,
  tooMuch,
} from "#lib/projects/environment-variables/rules.ts";
import type {
  EnvironmentVariableChanges,
  EnvironmentVariableInput,
} from "#lib/projects/environment-variables/schema.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

/**
 * Adds a variable, which builds see from the next one on. Throws 400: on `name` when the project has one of that name, as a bare
 * list when there are too many or all values together would be too large.
 */
export async function createEnvironmentVariable(
  project: Granted<"admin", Project>,
  input: EnvironmentVariableInput,
): Promise<EnvironmentVariable> {
  const { actor } = project;
  return command(actor, async (c) => {
    await lockProject(c, project);
    const { name } = input;
    const same = await c.tx.environmentVariable.findUnique({
      where: { projectId_name: { projectId: project.id, name } },
      select: { id: true },
    });
    if (same) throw invalid({ name: [nameTaken] });
    const count = await c.tx.environmentVariable.count({ where: { projectId: project.id } });
    if (count >= mostVariables) throw invalid([tooMany]);
    const now = clock.now();
    const row = await c.tx.environmentVariable.create({
      data: {
        projectId: project.id,
        name,
        ...(await sealed(c, project, input.value)),
        public: input.public ?? false,
        createdById: "userId" in actor ? actor.userId : null,
        created: now,
        modified: now,
      },
      select: variableFields,
    });
    const created = { ...row, project };
    await record(c, "environment_variable.create", created, {
      value: "changed",
      public: { from: null, to: created.public },
    });
    return created;
  });
}

/**
 * Changes the value of a variable or for whom it is. Throws 400 like `createEnvironmentVariable`, 404 when it is gone, and 412 with
 * `unchanged` when it is not any more as the caller saw it.
 */
export async function updateEnvironmentVariable(
  variable: Granted<"admin", EnvironmentVariable>,
  changes: EnvironmentVariableChanges,
  options: Condition = {},
): Promise<EnvironmentVariable> {
  const { project } = variable;
  return command(variable.actor, async (c) => {
    const before = await lockVariable(c, variable, options);
    const isPublic = changes.public === undefined ? before.public : (changes.public ?? false);
    const row = await c.tx.environmentVariable.update({
      where: { id: variable.id },
      data: {
        ...(changes.value !== undefined && (await sealed(c, project, changes.value, variable.id))),
        public: isPublic,
        rowVersion: { increment: 1 },
        modified: clock.now(),
      },
      select: variableFields,
    });
    const updated = { ...row, project };
    await record(c, "environment_variable.update", updated, {
      ...(changes.value !== undefined && { value: "changed" }),
      ...(isPublic !== before.public && { public: { from: before.public, to: isPublic } }),
    });
    return updated;
  });
}

/** Forgets a variable. Throws 404 when it is gone, 412 like `updateEnvironmentVariable`. */
export async function deleteEnvironmentVariable(
  variable: Granted<"admin", EnvironmentVariable>,
  options: Condition = {},
): Promise<void> {
  await command(variable.actor, async (c) => {
    const before = await lockVariable(c, variable, options);
    await c.tx.environmentVariable.delete({ where: { id: variable.id }, select: { id: true } });
    await record(c, "environment_variable.delete", variable, { public: { from: before.public, to: null } });
  });
}

/** The columns of a value, which with those of the project's other variables must not be too large. */
async function sealed(c: Command, project: Project, value: string, id?: number) {
  const others = await c.tx.environmentVariable.aggregate({
    where: { projectId: project.id, ...(id !== undefined && { id: { not: id } }) },
    _sum: { valueBytes: true },
  });
  const valueBytes = bytesOf(value);
  if ((others._sum.valueBytes ?? 0) + valueBytes > mostBytes) throw invalid([tooMuch]);
  return { valueSealed: seal(value), valueBytes };
}

/** The variable as it is now, while nobody else changes the project's. */
async function lockVariable(c: Command, variable: EnvironmentVariable, options: Condition) {
  await lockProject(c, variable.project);
  const now = await c.tx.environmentVariable.findUnique({
    where: { id: variable.id },
    select: variableFields,
  });
  if (!now) throw notFound("EnvironmentVariable");
  requireUnchanged(options, variable, now);
  return now;
}

const record = (
  c: Command,
  action: string,
  { id, name, project }: EnvironmentVariable,
  changes: Prisma.InputJsonObject,
) =>
  c.record({
    action,
    projectId: project.id,
    subjectKind: "environment_variable",
    subjectId: id,
    subjectLabel: name,
    changes,
  });
