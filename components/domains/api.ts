import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

const list = "/api/v3/projects/{project}/domains/";
const item = "/api/v3/projects/{project}/domains/{domain}/";

export type Domain = Schema<"Domain">;
export type DomainRef = { project: string; domain: number };

/** More than a project can have, so that the list has one page. */
export const domainsPerPage = 100;

export const domainsResource = (project: string) => resource(list, { project }, { limit: domainsPerPage });
export const domainResource = ({ project, domain }: DomainRef) => resource(item, { project, domain });

/** A domain also decides what the project's addresses are. */
const changed = (project: string) => [apiPaths.domains(project), apiPaths.project(project)] as const;

export function useCreateDomain(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (input: Schema<"DomainInput">) => api.post(list, { project }, input),
    onSuccess: () => refresh(...changed(project)),
  });
}

export function useUpdateDomain({ project, domain }: DomainRef) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (changes: Schema<"DomainChanges">) => api.patch(item, { project, domain }, changes),
    onSuccess: () => refresh(...changed(project)),
  });
}

export function useRemoveDomain({ project, domain }: DomainRef) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.delete(item, { project, domain }),
    onSuccess: () => refresh(...changed(project)),
  });
}

/** Has DNS looked at as soon as a worker can. */
export function useCheckDomain({ project, domain }: DomainRef) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.post("/api/v3/projects/{project}/domains/{domain}/check/", { project, domain }),
    onSuccess: () => refresh(apiPaths.domains(project)),
  });
}
