import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { listed } from "#components/projects/api.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

export const invitationResource = (token: string) => resource("/api/v3/invitations/{token}/", { token });

export const acceptInvitation = (token: string) => api.post("/api/v3/invitations/{token}/accept/", { token });

export const declineInvitation = (token: string) =>
  api.post("/api/v3/invitations/{token}/decline/", { token });

export const organizationsPerPage = 25;
export type Organization = Schema<"Organization">;
export const organizationsResource = (offset = 0) =>
  resource("/api/v3/organizations/", {}, { limit: organizationsPerPage, offset: offset || undefined });

const item = "/api/v3/organizations/{organization}/";
export const organizationResource = (organization: string) => resource(item, { organization });

export const organizationProjectsResource = (organization: string, offset = 0, limit = 25) =>
  resource(`${item}projects/`, { organization }, { limit, offset: offset || undefined });

/** The same with what its page shows of each. */
export const listedProjectsResource = (organization: string, offset: number) =>
  resource(
    `${item}projects/`,
    { organization },
    { limit: organizationsPerPage, offset: offset || undefined, expand: listed },
  );

export const useCreateOrganization = () => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (input: Schema<"OrganizationInput">) => api.post("/api/v3/organizations/", {}, input),
    onSuccess: () => refresh(apiPaths.organizations()),
  });
};

export const fetchOrganization = (organization: string) => api.getTagged(item, { organization });

export function useUpdateOrganization(organization: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ changes, tag }: { changes: Schema<"OrganizationChanges">; tag: string | null }) =>
      api.patchIf(tag)(item, { organization }, changes),
    onSuccess: () => refresh(apiPaths.organization(organization)),
  });
}

export const useDeleteOrganization = (organization: string) =>
  useMutation({ mutationFn: () => api.delete(item, { organization }) });
