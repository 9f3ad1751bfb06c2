import { env } from "#lib/platform/env.ts";
import type { RepositoryPolicy } from "#lib/projects/rules/repository.ts";

/** What this instance allows as a repository address. */
export const repositoryPolicy: RepositoryPolicy = {
  edition: env.EDITION,
  localRepositories: env.LOCAL_REPOSITORIES,
  internalHosts: env.INTERNAL_HOSTS,
};
