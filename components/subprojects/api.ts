import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

const list = "/api/v3/projects/{project}/subprojects/";

export const subprojectsPerPage = 50;
export type Subproject = Schema<"Subproject">;

export const subprojectsResource = (project: string, offset = 0) =>
  resource(list, { project }, { limit: subprojectsPerPage, offset: offset || undefined });

/** Attaching moves the child's addresses, so whatever shows one is old. */
export function useAttachSubproject(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (input: Schema<"SubprojectInput">) => api.post(list, { project }, input),
    onSuccess: () => refresh(apiPaths.projects()),
  });
}

export function useDetachSubproject(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (alias: string) =>
      api.delete("/api/v3/projects/{project}/subprojects/{alias}/", { project, alias }),
    onSuccess: () => refresh(apiPaths.projects()),
  });
}
