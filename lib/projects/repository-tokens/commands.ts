import type { Granted } from "#lib/access/rules.ts";
import { signedIn } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import { invalid, notFound } from "#lib/platform/errors.ts";
import { seal } from "#lib/platform/secrets/sealing.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { RepositoryTokenInput } from "#lib/projects/repository-tokens/schema.ts";
import { repositoryOrigin } from "#lib/projects/rules/repository.ts";

/**
 * Keeps the token a project's repository is fetched with, in place of one kept before. It is tied to the host the repository has now:
 * whoever changes the address later cannot have it sent elsewhere. Throws 400 when the repository is not fetched over https.
 */
export async function setRepositoryToken(
  project: Granted<"admin", Project>,
  input: RepositoryTokenInput,
): Promise<void> {
  const origin = repositoryOrigin(project.repositoryUrl);
  const plain = origin?.startsWith("http:") && env.LOCAL_REPOSITORIES !== "allow";
  if (origin === null || plain)
    throw invalid({ token: ["A token needs a repository address that begins with https://."] });
  const token = {
    username: input.username,
    tokenSealed: seal(input.token),
    // Of a short one even four characters would be too many.
    lastFour: input.token.length >= 16 ? input.token.slice(-4) : "",
    origin,
    createdById: signedIn(project.actor).userId,
    created: clock.now(),
    lastUsedAt: null,
  };
  await command(project.actor, async (c) => {
    await c.tx.repositoryToken.upsert({
      where: { projectId: project.id },
      create: { projectId: project.id, ...token },
      update: token,
    });
    await record(c, project, "repository_token.set", { token: "changed", origin });
  });
}

/** Forgets a project's token. Throws 404 when it has none. */
export async function deleteRepositoryToken(project: Granted<"admin", Project>): Promise<void> {
  await command(project.actor, async (c) => {
    const { count } = await c.tx.repositoryToken.deleteMany({ where: { projectId: project.id } });
    if (count === 0) throw notFound("RepositoryToken");
    await record(c, project, "repository_token.delete", { token: "deleted" });
  });
}

const record = (
  c: Command,
  project: { id: number; slug: string },
  action: string,
  changes: Record<string, string>,
) =>
  c.record({
    action,
    projectId: project.id,
    subjectKind: "repository_token",
    subjectId: project.id,
    subjectLabel: project.slug,
    changes,
  });
