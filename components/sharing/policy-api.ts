import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

const path = "/api/v3/organizations/{organization}/share-policy/";
export const policyResource = (organization: string) => resource(path, { organization });

/** The policy as it is now, to be changed only if it still is so. */
export const fetchPolicy = (organization: string) => api.getTagged(path, { organization });

export function useSavePolicy(organization: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ tag, ...changes }: Schema<"SharePolicyChanges"> & { tag: string | null }) =>
      api.patchIf(tag)(path, { organization }, changes),
    onSuccess: () => refresh(apiPaths.sharePolicy(organization)),
  });
}
