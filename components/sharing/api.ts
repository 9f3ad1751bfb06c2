import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { QueryOf, Schema } from "#components/api-operations.ts";
import { useOnce } from "#components/once.ts";
import { resource, resourceWithout, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

const list = "/api/v3/projects/{project}/sharing/";
const item = "/api/v3/projects/{project}/sharing/{share}/";

export const sharesPerPage = 25;
export type SharesFilter = Omit<QueryOf<typeof list>, "expand" | "limit">;

/** Secret links stand in no page: they are fetched when somebody copies one. */
const secrets = ["token", "url"] as const;
export type Share = Omit<Schema<"Share">, (typeof secrets)[number]>;
export type SavedShare = Schema<"SavedShare">;
export type ShareRef = { project: string; share: number };

export const sharesResource = (project: string, filter: SharesFilter, limit = sharesPerPage) =>
  resourceWithout(list, { project }, secrets, { ...filter, limit });
export const shareResource = ({ project, share }: ShareRef) =>
  resourceWithout(item, { project, share }, secrets);

/** The versions a share can name. */
export const shareableVersions = (project: string) =>
  resource(
    "/api/v3/projects/{project}/versions/",
    { project },
    { active: true, sort: "project", limit: 500 },
  );

/** The link of a share; null where it cannot be read again. */
export const fetchLink = async ({ project, share }: ShareRef): Promise<string | null> =>
  (await api.get(item, { project, share })).url;

/** Secrets in answers are forgotten with the screen that shows them. */
const gcTime = 0;

export function useCreateShare(project: string) {
  const refresh = useRefresh();
  const once = useOnce();
  return useMutation({
    gcTime,
    mutationFn: (input: Schema<"ShareInput">) => api.postOnce(once(input))(list, { project }, input),
    onSuccess: () => refresh(apiPaths.shares(project)),
  });
}

export function useUpdateShare({ project, share }: ShareRef) {
  const refresh = useRefresh();
  return useMutation({
    gcTime,
    mutationFn: (changes: Schema<"ShareChanges">) => api.patch(item, { project, share }, changes),
    onSuccess: () => refresh(apiPaths.shares(project)),
  });
}

export function useRotateShare({ project, share }: ShareRef) {
  const refresh = useRefresh();
  const once = useOnce();
  return useMutation({
    gcTime,
    mutationFn: (input: Schema<"ShareRotation">) =>
      api.postOnce(once(input))(`${item}rotate/`, { project, share }, input),
    onSuccess: () => refresh(apiPaths.shares(project)),
  });
}

export function useExtendShare(project: string) {
  const refresh = useRefresh();
  return useMutation({
    gcTime,
    mutationFn: ({ share, ...input }: Schema<"ShareExtension"> & { share: number }) =>
      api.post(`${item}extend/`, { project, share }, input),
    onSuccess: () => refresh(apiPaths.shares(project)),
  });
}

export function useRevokeShare(project: string) {
  const refresh = useRefresh();
  return useMutation({
    gcTime,
    mutationFn: (share: number) => api.post(`${item}revoke/`, { project, share }),
    onSuccess: () => refresh(apiPaths.shares(project)),
  });
}

export function useUndoRevoke(project: string) {
  const refresh = useRefresh();
  return useMutation({
    gcTime,
    mutationFn: (share: number) => api.post(`${item}revoke-undo/`, { project, share }),
    onSettled: () => refresh(apiPaths.shares(project)),
  });
}
