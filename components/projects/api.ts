import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Expanded, Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

export const projectsPerPage = 25;
export const overviewRows = 6;
export type ProjectsFilter = { name?: string; offset?: number };
const rights = ["builds_on", "permissions"] as const;
/** A project with what the reader may do in it and whether it may build at the moment. */
export type ProjectWithRights = Expanded<Schema<"Project">, (typeof rights)[number]>;

export const projectsResource = (filter: ProjectsFilter) =>
  resource("/api/v3/projects/", {}, { ...filter, limit: projectsPerPage });

export const projectResource = (project: string) =>
  resource("/api/v3/projects/{project}/", { project }, { expand: rights });

/** What the people of a project should know and have not dismissed. */
export const noticesResource = (project: string) =>
  resource("/api/v3/projects/{project}/notifications/", { project }, { state__in: "unread,read", limit: 20 });

export function useDismissNotice(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (notice: number) =>
      api.patch(
        "/api/v3/projects/{project}/notifications/{notification}/",
        { project, notification: notice },
        { state: "dismissed" },
      ),
    onSettled: () => refresh(apiPaths.notifications(project)),
  });
}

export function useSwitchBuildsOn(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.post("/api/v3/projects/{project}/builds-on/", { project }),
    onSettled: () => refresh(apiPaths.project(project)),
  });
}

export type NewProject = Schema<"ProjectInput">;

export function useCreateProject() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (input: NewProject) => api.post("/api/v3/projects/", {}, input),
    onSuccess: () => refresh(apiPaths.projects()),
  });
}

export type ProjectSettings = Schema<"ProjectChanges">;

export function useUpdateProject(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (changes: ProjectSettings) => api.patch("/api/v3/projects/{project}/", { project }, changes),
    onSuccess: () => refresh(apiPaths.projects()),
  });
}

export function useDeleteProject(project: string) {
  return useMutation({ mutationFn: () => api.delete("/api/v3/projects/{project}/", { project }) });
}
