import { wireState } from "#lib/builds/present.ts";
import { stateName } from "#lib/builds/rules.ts";
import type { RunningBuild } from "#lib/builds/running/queries.ts";
import type { RunningBuildJson } from "#lib/builds/running/schema.ts";
import { apiPaths, paths } from "#lib/paths.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

export function presentRunningBuild(build: RunningBuild): RunningBuildJson {
  const state = wireState(build.state);
  return {
    id: build.id,
    project: { slug: build.slug, name: build.name },
    version: build.versionSlug,
    commit: build.commit,
    state: { code: state, name: stateName(state) },
    created: wireDate(build.created),
    urls: { build: dashboardUrl(paths.build(build.slug, build.id)) },
    _links: { _self: dashboardUrl(apiPaths.build(build.slug, build.id)) },
  };
}
