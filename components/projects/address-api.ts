import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

const item = "/api/v3/projects/{project}/address/";

/** What decides the addresses of a project's documentation, and examples of what comes out. */
export const addressResource = (project: string) => resource(item, { project });

/** Changes the addresses of a project; every project of its family may show them. */
export function useUpdateAddress() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ project, ...changes }: Schema<"AddressChanges"> & { project: string }) =>
      api.patch(item, { project }, changes),
    onSuccess: () => refresh(apiPaths.projects()),
  });
}
