import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

const item = "/api/v3/projects/{project}/publishing/";

/** What a project decides about the pages it publishes, besides their addresses. */
export const publishingResource = (project: string) => resource(item, { project });

export function useUpdatePublishing(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (changes: Schema<"PublishingChanges">) => api.patch(item, { project }, changes),
    onSuccess: () => refresh(apiPaths.publishing(project)),
  });
}
