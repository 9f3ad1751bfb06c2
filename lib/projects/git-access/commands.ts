import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { log } from "#lib/platform/log.ts";

/** Notes that a project's key or token has just opened its repository. Never fails the build that used it. */
export async function noteGitAccess(projectId: number, used: "key" | "token"): Promise<void> {
  const change = { where: { projectId }, data: { lastUsedAt: clock.now() } };
  await (used === "key" ? db.deployKey.updateMany(change) : db.repositoryToken.updateMany(change)).catch(
    (error: unknown) => log.warn({ err: error, projectId }, "use of repository credentials not noted"),
  );
}
