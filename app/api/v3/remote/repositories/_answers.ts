import type { z } from "zod";
import type { ExpandTree, Expansion } from "#app/api/v3/_kit/fields.ts";
import { answerProjects, projectAnswer } from "#app/api/v3/projects/_answers.ts";
import type { Actor } from "#lib/access/schema.ts";
import { listLinkedProjects } from "#lib/projects/queries.ts";
import { presentRemoteOrganization, presentRemoteRepository } from "#lib/remotes/present.ts";
import type { RemoteRepository } from "#lib/remotes/queries.ts";
import { remoteOrganizationJson, remoteRepositoryJson } from "#lib/remotes/schema.ts";

export const remoteRepositoryAnswer = remoteRepositoryJson
  .extend({
    /** The projects made from it that the caller may see. */
    projects: projectAnswer.array().optional(),
    remote_organization: remoteOrganizationJson.nullable().optional(),
  })
  .meta({ id: "RemoteRepository" });
export const remoteRepositoryExpand = { projects: {}, remote_organization: {} } as const satisfies ExpandTree;

type ProjectAnswer = z.infer<typeof projectAnswer>;

/** Remote repositories as they are answered, in order, with a number of queries that does not depend on how many there are. */
export async function answerRemoteRepositories(
  actor: Actor,
  repositories: readonly RemoteRepository[],
  expand: Expansion,
): Promise<z.infer<typeof remoteRepositoryAnswer>[]> {
  const projects = expand.has("projects") ? await answerLinkedProjects(actor, repositories) : null;
  return repositories.map((repository) => ({
    ...presentRemoteRepository(repository),
    ...(projects && { projects: projects.get(repository.id) ?? [] }),
    ...(expand.has("remote_organization") && {
      remote_organization: repository.organization && presentRemoteOrganization(repository.organization),
    }),
  }));
}

async function answerLinkedProjects(actor: Actor, repositories: readonly RemoteRepository[]) {
  const ids = repositories.map(({ id }) => id);
  const projects = await listLinkedProjects(actor, ids);
  const answers = await answerProjects(projects);
  const found = new Map<number, ProjectAnswer[]>(ids.map((id) => [id, []]));
  for (const [index, { remoteRepositoryId }] of projects.entries()) {
    const answer = answers[index];
    if (answer && remoteRepositoryId !== null) found.get(remoteRepositoryId)?.push(answer);
  }
  return found;
}
