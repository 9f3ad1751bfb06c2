import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

const path = "/api/v3/organizations/{organization}/share-policy/";
export const policyResource = (organization: string) => resource(path, { organization });

export function useSavePolicy(organization: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (changes: Schema<"SharePolicyChanges">) => api.patch(path, { organization }, changes),
    onSuccess: () => refresh(apiPaths.sharePolicy(organization)),
  });
}
