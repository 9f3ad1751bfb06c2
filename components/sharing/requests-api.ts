import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

const list = "/api/v3/projects/{project}/extension-requests/";

/** Who asks for more time and was not answered. */
export const requestsResource = (project: string) => resource(list, { project }, { limit: 20 });

export function useAnswerRequest(project: string) {
  const refresh = useRefresh();
  return useMutation({
    gcTime: 0,
    mutationFn: ({ request, outcome }: Schema<"ExtensionRequestChanges"> & { request: number }) =>
      api.patch(`${list}{request}/`, { project, request }, { outcome }),
    onSuccess: () => refresh(apiPaths.extensionRequests(project), apiPaths.shares(project)),
  });
}

const publishing = "/api/v3/projects/{project}/publishing/";

/** What the project decides about its pages; of that, whether it takes requests for more time. */
export const publishingResource = (project: string) => resource(publishing, { project });

export function useAllowRequests(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (extension_requests: boolean) => api.patch(publishing, { project }, { extension_requests }),
    onSettled: () => refresh(apiPaths.publishing(project)),
  });
}

const feed = "/api/v3/notifications/";

/** What waits for the person looking. */
export const newsResource = () => resource(feed, {}, { state__in: "unread,read", limit: 50 });

export function useDismissNews() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (notification: number) =>
      api.patch(`${feed}{notification}/`, { notification }, { state: "dismissed" }),
    onSettled: () => refresh(feed),
  });
}
