import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

const most = 20;

/** The deleted projects the reader may restore; the oldest of very many wait until others are restored. */
export const deletedProjectsResource = () =>
  resource("/api/v3/account/deleted-projects/", {}, { limit: most });

export function useRestoreProject() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (project: string) => api.post("/api/v3/projects/{project}/restore/", { project }),
    onSuccess: () => refresh(apiPaths.projects(), apiPaths.deletedProjects()),
  });
}
