import { apiPaths } from "#lib/paths.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { EnvironmentVariable } from "#lib/projects/environment-variables/queries.ts";
import type {
  EnvironmentVariableAnswer,
  EnvironmentVariableJson,
} from "#lib/projects/environment-variables/schema.ts";

export const presentEnvironmentVariable = ({
  project,
  ...row
}: EnvironmentVariable): EnvironmentVariableJson => ({
  pk: row.id,
  created: wireDate(row.created),
  modified: wireDate(row.modified),
  project: project.slug,
  public: row.public,
  name: row.name,
  _links: {
    _self: dashboardUrl(apiPaths.environmentVariable(project.slug, row.id)),
    project: dashboardUrl(apiPaths.project(project.slug)),
  },
});

/** The same with what its list shows besides, which is told when it is asked for. */
export const presentDetailedVariable = (variable: EnvironmentVariable): EnvironmentVariableAnswer => ({
  ...presentEnvironmentVariable(variable),
  details: { created_by: variable.createdBy?.username ?? null, value_bytes: variable.valueBytes },
});
