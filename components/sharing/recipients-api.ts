import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { resourceWithout, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";
import type { ShareRef } from "./api.ts";

const list = "/api/v3/projects/{project}/sharing/{share}/recipients/";
const item = "/api/v3/projects/{project}/sharing/{share}/recipients/{recipient}/";

export const recipientsPerPage = 200;
export type SavedRecipient = Schema<"SavedShareRecipient">;
const secrets = ["token", "url"] as const;
export type Recipient = Omit<Schema<"ShareRecipient">, (typeof secrets)[number]>;

export const recipientsResource = ({ project, share }: ShareRef) =>
  resourceWithout(list, { project, share }, secrets, { limit: recipientsPerPage });

/** The link of one recipient; null where it cannot be read again. */
export const fetchRecipientLink = async ({ project, share }: ShareRef, recipient: number) =>
  (await api.get(item, { project, share, recipient })).url;

export function useAddRecipients({ project, share }: ShareRef) {
  const refresh = useRefresh();
  return useMutation({
    gcTime: 0,
    mutationFn: (csv: string) => api.post(list, { project, share }, { csv }),
    onSuccess: () => refresh(apiPaths.shares(project)),
  });
}

export function useRotateRecipient({ project, share }: ShareRef) {
  const refresh = useRefresh();
  return useMutation({
    gcTime: 0,
    mutationFn: (recipient: number) => api.post(`${item}rotate/`, { project, share, recipient }, {}),
    onSuccess: () => refresh(apiPaths.shares(project)),
  });
}

export function useRevokeRecipient({ project, share }: ShareRef) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (recipient: number) => api.delete(item, { project, share, recipient }),
    onSuccess: () => refresh(apiPaths.shares(project)),
  });
}
