import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import { optionalResource, resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

export const deployKeyResource = (project: string) =>
  optionalResource("/api/v3/projects/{project}/deploy-key/", { project });
export const repositoryTokenResource = (project: string) =>
  optionalResource("/api/v3/projects/{project}/repository-token/", { project });
export const knownHostsResource = (project: string) =>
  resource("/api/v3/projects/{project}/known-hosts/", { project }, { limit: 100 });

export function useCreateDeployKey(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post("/api/v3/projects/{project}/deploy-key/", { project }),
    onSuccess: (key) => client.setQueryData(deployKeyResource(project).queryKey, key),
  });
}

export function useDeleteDeployKey(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete("/api/v3/projects/{project}/deploy-key/", { project }),
    onSuccess: () => client.setQueryData(deployKeyResource(project).queryKey, null),
  });
}

export function useSetRepositoryToken(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (input: { username: string; token: string }) =>
      api.put(
        "/api/v3/projects/{project}/repository-token/",
        { project },
        {
          token: input.token,
          ...(input.username !== "" && { username: input.username }),
        },
      ),
    onSuccess: () => refresh(apiPaths.repositoryToken(project)),
  });
}

export function useDeleteRepositoryToken(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete("/api/v3/projects/{project}/repository-token/", { project }),
    onSuccess: () => client.setQueryData(repositoryTokenResource(project).queryKey, null),
  });
}

export function useForgetHost(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (known: string) =>
      api.delete("/api/v3/projects/{project}/known-hosts/{known}/", { project, known }),
    onSuccess: () => refresh(apiPaths.knownHosts(project)),
  });
}
