import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { findGitAccess } from "#lib/projects/git-access/queries.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { recordWithSources } from "#worker/build/git-log.ts";
import { plainFetch } from "#worker/build/plain-fetch.ts";
import { holdsSecrets, openProjectSource } from "#worker/build/repository.ts";
import { commandFailure } from "#worker/build/shell.ts";
import { gitOf } from "#worker/build/steps/checkout.ts";

/**
 * Many projects deepen their history with `git fetch` in `post_checkout`. What a project's commands run in holds no credentials, so a
 * private repository would refuse. The plain fetches at the very start of `post_checkout`, before anything else of the project could have
 * changed what they do, therefore run in the clone step. Gives the configuration without the lines that are done.
 */
export async function fetchAhead(context: BuildContext, config: BuildConfig): Promise<BuildConfig> {
  const lines = config.build.jobs.post_checkout;
  const fetches = lines.map(plainFetch);
  const count = fetches.indexOf(null) < 0 ? fetches.length : fetches.indexOf(null);
  if (count === 0) return config;
  const { order } = context;
  const access = await findGitAccess(order.projectId);
  const source = await openProjectSource(gitOf(context), order.project, order.project.repositoryUrl, access);
  if (!holdsSecrets(source)) return config;
  for (const [index, fetch] of fetches.slice(0, count).entries()) {
    const text = lines[index] ?? "";
    const ran = await recordWithSources(context, [source], text, ["git", ...(fetch?.args ?? [])]);
    if (!ran.done && !fetch?.mayFail) throw commandFailure(text, 1);
  }
  const jobs = { ...config.build.jobs, post_checkout: lines.slice(count) };
  return { ...config, build: { ...config.build, jobs } };
}
