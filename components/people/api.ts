import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { QueryOf, Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

const list = "/api/v3/projects/{project}/people/";

export const peoplePerPage = 25;
export type Person = Schema<"ProjectPerson">;
export type PeopleFilter = Omit<QueryOf<typeof list>, "expand" | "limit">;

export const peopleResource = (project: string, filter: PeopleFilter) =>
  resource(list, { project }, { ...filter, limit: peoplePerPage });

export function useAddMaintainer(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (input: { username: string }) => api.post(list, { project }, input),
    onSuccess: () => refresh(apiPaths.people(project)),
  });
}

export function useRemoveMaintainer(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (username: string) => api.delete(`${list}{username}/`, { project, username }),
    onSuccess: () => refresh(apiPaths.people(project)),
  });
}
