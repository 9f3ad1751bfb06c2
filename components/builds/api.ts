import { useMutation } from "@tanstack/react-query";
import { api, type Page } from "#components/api-client.ts";
import { resource, useRefresh } from "#components/resource.ts";
import type { DetailsJson } from "#lib/builds/details/schema.ts";
import type { EnvironmentJson } from "#lib/builds/environments/schema.ts";
import type { BuildJson, ConfigJson } from "#lib/builds/schema.ts";
import { apiPaths } from "#lib/paths.ts";

export const buildsPerPage = 25;
export type BuildsFilter = {
  running?: boolean;
  state?: string;
  success?: boolean;
  version?: string;
  commit?: string;
  offset?: number;
};

/** A build with where it came from. */
export type BuildWithDetails = BuildJson & { details: DetailsJson };
export type WholeBuild = BuildWithDetails & { config: ConfigJson };

export const buildsResource = (project: string, filter: BuildsFilter, limit = buildsPerPage) =>
  resource<Page<BuildWithDetails>>(apiPaths.builds(project), { ...filter, expand: "details", limit });

export const buildResource = (project: string, build: number) =>
  resource<WholeBuild>(apiPaths.build(project, build), { expand: "config,details" });

export const environmentResource = (project: string, build: number) =>
  resource<EnvironmentJson>(apiPaths.buildEnvironment(project, build));

type Started = { build: BuildJson };

export function useStartBuild(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (version: string) => api.post<Started>(apiPaths.versionBuilds(project, version)),
    onSuccess: () => refresh(apiPaths.project(project)),
  });
}

/** Builds the same version once more, with `clean` without anything that builds have kept. */
export function useRetryBuild(project: string, build: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ clean }: { clean: boolean }) => {
      if (clean) await api.delete(apiPaths.buildCaches(project));
      return api.post<Started>(apiPaths.buildRetry(project, build));
    },
    // Also after a refusal: what is shown may be old.
    onSettled: () => refresh(apiPaths.project(project)),
  });
}

export function useCancelBuild(project: string, build: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.post<unknown>(apiPaths.buildCancel(project, build)),
    onSettled: () => refresh(apiPaths.builds(project)),
  });
}
