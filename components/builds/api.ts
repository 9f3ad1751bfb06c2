import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Expanded, QueryOf, Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

export const buildsPerPage = 25;
export type BuildsFilter = Omit<QueryOf<"/api/v3/projects/{project}/builds/">, "expand" | "limit">;

/** A build with where it came from. */
export type BuildWithDetails = Expanded<Schema<"Build">, "details">;
export type WholeBuild = Expanded<Schema<"Build">, "config" | "details">;

export const buildsResource = (project: string, filter: BuildsFilter, limit = buildsPerPage) =>
  resource("/api/v3/projects/{project}/builds/", { project }, { ...filter, expand: ["details"], limit });

export const buildResource = (project: string, build: number) =>
  resource(
    "/api/v3/projects/{project}/builds/{build}/",
    { project, build },
    { expand: ["config", "details"] },
  );

export const environmentResource = (project: string, build: number) =>
  resource("/api/v3/projects/{project}/builds/{build}/environment/", { project, build });

export function useStartBuild(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (version: string) =>
      api.post("/api/v3/projects/{project}/versions/{version}/builds/", { project, version }),
    onSuccess: () => refresh(apiPaths.project(project), apiPaths.runningBuilds()),
  });
}

/** Builds the same version once more, with `clean` without anything that builds have kept. */
export function useRetryBuild(project: string, build: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ clean }: { clean: boolean }) => {
      if (clean) await api.delete("/api/v3/projects/{project}/build-caches/", { project });
      return api.post("/api/v3/projects/{project}/builds/{build}/retry/", { project, build });
    },
    // Also after a refusal: what is shown may be old.
    onSettled: () => refresh(apiPaths.project(project)),
  });
}

/** The same for a list of builds. */
export function useCancelBuilds(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (build: number) =>
      api.post("/api/v3/projects/{project}/builds/{build}/cancel/", { project, build }),
    onSettled: () => refresh(apiPaths.builds(project)),
  });
}

export function useCancelBuild(project: string, build: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.post("/api/v3/projects/{project}/builds/{build}/cancel/", { project, build }),
    onSettled: () => refresh(apiPaths.builds(project)),
  });
}
