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
export const refOf = ({ project, id }: Share): ShareRef => ({ project, share: id });

export const sharesResource = (project: string, filter: SharesFilter, limit = sharesPerPage) =>
  resourceWithout(list, { project }, secrets, { ...filter, limit });
/** The shares of all projects of an organization. */
const ofOrganization = "/api/v3/organizations/{organization}/shares/";
export type OrganizationSharesFilter = Omit<QueryOf<typeof ofOrganization>, "expand" | "limit">;
export const organizationSharesResource = (
  organization: string,
  filter: OrganizationSharesFilter,
  limit = sharesPerPage,
) => resource(ofOrganization, { organization }, { ...filter, limit });

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

/** A share as it is now, to be changed only if it still is so. */
export const fetchShare = ({ project, share }: ShareRef) =>
  api.getTaggedWithout(item, { project, share }, secrets);

/** What changing a share answers: its link only with a new password, to be handed over with it. */
export type ChangedShare = Omit<SavedShare, (typeof secrets)[number]> | SavedShare;

export function useUpdateShare({ project, share }: ShareRef) {
  const refresh = useRefresh();
  return useMutation({
    gcTime,
    mutationFn: ({
      tag,
      ...changes
    }: Schema<"ShareChanges"> & { tag: string | null }): Promise<ChangedShare> =>
      changes.password
        ? api.patchIf(tag)(item, { project, share }, changes)
        : api.patchIfWithout(tag, secrets)(item, { project, share }, changes),
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

/** What a change of a share makes old: the lists it stands in. */
function useSharesChanged() {
  const refresh = useRefresh();
  return (_: unknown, { project }: ShareRef) => refresh(apiPaths.shares(project), apiPaths.organizations());
}

export function useExtendShare() {
  const changed = useSharesChanged();
  return useMutation({
    gcTime,
    mutationFn: ({ project, share, ...input }: Schema<"ShareExtension"> & ShareRef) =>
      api.postWithout(secrets)(`${item}extend/`, { project, share }, input),
    onSuccess: changed,
  });
}

export function useRevokeShare() {
  const changed = useSharesChanged();
  return useMutation({
    gcTime,
    mutationFn: ({ project, share }: ShareRef) =>
      api.postWithout(secrets)(`${item}revoke/`, { project, share }),
    onSuccess: changed,
  });
}

export function useUndoRevoke() {
  const changed = useSharesChanged();
  return useMutation({
    gcTime,
    mutationFn: ({ project, share }: ShareRef) =>
      api.postWithout(secrets)(`${item}revoke-undo/`, { project, share }),
    onSettled: (_, __, at) => changed(null, at),
  });
}
