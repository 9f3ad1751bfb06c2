import { command } from "#lib/audit/commands.ts";
import { createBuild } from "#lib/builds/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { buildProject, next } from "#test/factories/tenants.ts";
import type { GitRepository, GitServer } from "#test/git-server.ts";

const system = { kind: "system", job: "test" } as const;

/** Commands that make the smallest site. */
export const onePage =
  'mkdir -p $READTHEDOCS_OUTPUT/html && echo "<p>hello" > $READTHEDOCS_OUTPUT/html/index.html';

/** A repository whose builds run these commands, and a project that builds it. */
export async function buildableProject(
  server: GitServer,
  commands: readonly string[],
  columns: Parameters<typeof buildProject>[0] = {},
): Promise<{ repository: GitRepository; project: { id: number; slug: string } }> {
  const repository = server.repository(`repository-${next()}`);
  repository.commit({ ".readthedocs.yaml": configWith(commands) });
  return { repository, project: await buildProject({ repositoryUrl: repository.url, ...columns }) };
}

export const configWith = (commands: readonly string[]): string =>
  JSON.stringify({ version: 2, build: { os: "ubuntu-24.04", commands } });

/** Queues a build of the project's `latest`, or of another version. */
export async function queueBuild(project: { id: number }, slug = "latest"): Promise<number> {
  const version = await db.version.findFirstOrThrow({ where: { projectId: project.id, slug } });
  return command(system, (c) => createBuild(c, { project, version, trigger: "manual" }));
}

/** All that is written down about a build. */
export async function buildStory(buildId: number) {
  const build = await db.build.findUniqueOrThrow({
    where: { id: buildId },
    include: { notices: true, cancellation: true },
  });
  const commands = await db.buildCommand.findMany({ where: { buildId }, orderBy: { position: "asc" } });
  const events = await db.buildEvent.findMany({ where: { buildId }, orderBy: { sequence: "asc" } });
  const bodies = events.map((event) => event.body as Record<string, unknown>);
  return {
    build,
    commands: commands.map(({ command, exitCode }) => ({ command, exitCode })),
    states: bodies.flatMap((body) => (body.kind === "state" ? [body.state] : [])),
    sequences: events.map((event) => event.sequence),
    last: bodies.at(-1),
    output: bodies.flatMap((body) => (body.kind === "lines" ? (body.lines as string[]) : [])),
    notices: build.notices.map((notice) => notice.messageId),
  };
}
