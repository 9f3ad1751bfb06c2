import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, isApiError, type Page } from "#components/api-client.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";
import type { DeployKeyJson } from "#lib/projects/deploy-keys/schema.ts";
import type { KnownHostJson } from "#lib/projects/known-hosts/schema.ts";
import type { RepositoryTokenJson } from "#lib/projects/repository-tokens/schema.ts";

/** What a project may have one of: null while it has none. */
function optional<T>(path: string) {
  const queryFn = (): Promise<T | null> =>
    api.get<T>(path).catch((error: unknown) => {
      if (isApiError(error) && error.status === 404) return null;
      throw error;
    });
  return queryOptions({ queryKey: [path, {}] as const, queryFn });
}

export const deployKeyResource = (project: string) => optional<DeployKeyJson>(apiPaths.deployKey(project));
export const repositoryTokenResource = (project: string) =>
  optional<RepositoryTokenJson>(apiPaths.repositoryToken(project));
export const knownHostsResource = (project: string) =>
  resource<Page<KnownHostJson>>(apiPaths.knownHosts(project), { limit: 100 });

export function useCreateDeployKey(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<DeployKeyJson>(apiPaths.deployKey(project), {}),
    onSuccess: (key) => client.setQueryData(deployKeyResource(project).queryKey, key),
  });
}

export function useDeleteDeployKey(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete(apiPaths.deployKey(project)),
    onSuccess: () => client.setQueryData(deployKeyResource(project).queryKey, null),
  });
}

export function useSetRepositoryToken(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (input: { username: string; token: string }) =>
      api.put<null>(apiPaths.repositoryToken(project), {
        token: input.token,
        ...(input.username !== "" && { username: input.username }),
      }),
    onSuccess: () => refresh(apiPaths.repositoryToken(project)),
  });
}

export function useDeleteRepositoryToken(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete(apiPaths.repositoryToken(project)),
    onSuccess: () => client.setQueryData(repositoryTokenResource(project).queryKey, null),
  });
}

export function useForgetHost(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => api.delete(apiPaths.knownHost(project, id)),
    onSuccess: () => refresh(apiPaths.knownHosts(project)),
  });
}
