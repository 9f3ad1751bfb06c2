import { findGitAccess } from "#lib/projects/git-access/queries.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { recordWithSources } from "#worker/build/git-log.ts";
import { plainFetch } from "#worker/build/plain-fetch.ts";
import type { PlannedStep } from "#worker/build/plan/step.ts";
import { holdsSecrets, openProjectSource } from "#worker/build/repository.ts";
import { commandFailure } from "#worker/build/shell.ts";
import { gitOf } from "#worker/build/steps/checkout.ts";

/**
 * Many projects deepen their history with `git fetch` in `post_checkout`. What a project's commands run in holds no credentials, so a
 * private repository would refuse. The plain fetches at the very start, before anything of the project could have changed what they do,
 * therefore run where the clone ran. Gives the steps that are left.
 */
export async function fetchAhead(
  context: BuildContext,
  steps: readonly PlannedStep[],
): Promise<readonly PlannedStep[]> {
  const fetches = leadingFetches(steps);
  if (fetches.length === 0) return steps;
  const { order } = context;
  const access = await findGitAccess(order.projectId);
  const source = await openProjectSource(gitOf(context), order.project, order.project.repositoryUrl, access);
  if (!holdsSecrets(source)) return steps;
  for (const { text, args, mayFail } of fetches) {
    const ran = await recordWithSources(context, [source], text, ["git", ...args]);
    if (!ran.done && !mayFail) throw commandFailure(text, ran.exitCode);
  }
  return steps.slice(fetches.length);
}

function leadingFetches(steps: readonly PlannedStep[]) {
  const found = [];
  for (const step of steps) {
    const fetch = step.do === "user" ? plainFetch(step.line) : null;
    if (!fetch) break;
    found.push(fetch);
  }
  return found;
}
