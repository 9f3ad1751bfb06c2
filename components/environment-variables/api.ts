import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Expanded, Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

const list = "/api/v3/projects/{project}/environmentvariables/";
const item = "/api/v3/projects/{project}/environmentvariables/{variable}/";

export type Variable = Expanded<Schema<"EnvironmentVariableWithDetails">, "details">;

export const variablesPerPage = 500;
export const variablesResource = (project: string, offset = 0) =>
  resource(
    list,
    { project },
    { expand: ["details"], limit: variablesPerPage, ...(offset > 0 && { offset }) },
  );

/** Values are forgotten as soon as they are sent. */
const gcTime = 0;

export function useCreateVariable(project: string) {
  const refresh = useRefresh();
  return useMutation({
    gcTime,
    mutationFn: (input: Schema<"EnvironmentVariableInput">) => api.post(list, { project }, input),
    onSuccess: () => refresh(apiPaths.environmentVariables(project)),
  });
}

export function useUpdateVariable(project: string) {
  const refresh = useRefresh();
  return useMutation({
    gcTime,
    mutationFn: ({ variable, ...changes }: Schema<"EnvironmentVariableChanges"> & { variable: number }) =>
      api.patch(item, { project, variable }, changes),
    onSuccess: () => refresh(apiPaths.environmentVariables(project)),
  });
}

export function useDeleteVariable(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (variable: number) => api.delete(item, { project, variable }),
    onSuccess: () => refresh(apiPaths.environmentVariables(project)),
  });
}
