import { useMutation } from "@tanstack/react-query";
import { api, type Page } from "#components/api-client.ts";
import { resource, useRefresh } from "#components/resource.ts";
import type { BuildJson } from "#lib/builds/schema.ts";
import { apiPaths } from "#lib/paths.ts";

export const buildsPerPage = 25;
export type BuildsFilter = { running?: boolean; commit?: string; offset?: number };

export const buildsResource = (project: string, filter: BuildsFilter, limit = buildsPerPage) =>
  resource<Page<BuildJson>>(apiPaths.builds(project), { ...filter, limit });

export const buildResource = (project: string, build: number) =>
  resource<BuildJson>(apiPaths.build(project, build), { expand: "config" });

type Started = { build: BuildJson };

export function useStartBuild(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (version: string) => api.post<Started>(apiPaths.versionBuilds(project, version)),
    onSuccess: () => refresh(apiPaths.project(project)),
  });
}

export function useCancelBuild(project: string, build: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.post<unknown>(apiPaths.buildCancel(project, build)),
    onSuccess: () => refresh(apiPaths.builds(project)),
  });
}
