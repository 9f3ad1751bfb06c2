import { apiPaths } from "#lib/paths.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import { presentProject } from "#lib/projects/present.ts";
import type { ProjectDetails } from "#lib/projects/queries.ts";
import type { Subproject } from "#lib/projects/subprojects/queries.ts";
import type { SubprojectJson } from "#lib/projects/subprojects/schema.ts";

/** A subproject with its child as the API shows it (spec/api-v3.md 4.4). */
export function presentSubproject(
  { alias, parent, child }: Subproject,
  details: ProjectDetails,
): SubprojectJson {
  const { subproject_of: _parent, ...shown } = presentProject(child, details);
  return {
    alias,
    child: shown,
    _links: {
      _self: dashboardUrl(apiPaths.subproject(parent.slug, alias)),
      parent: dashboardUrl(apiPaths.project(parent.slug)),
    },
  };
}
