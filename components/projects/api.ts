import { useMutation } from "@tanstack/react-query";
import { api, type Page } from "#components/api-client.ts";
import { resource, useRefresh } from "#components/resource.ts";
import type { NotificationJson } from "#lib/notifications/schema.ts";
import { apiPaths } from "#lib/paths.ts";
import type { ProjectJson } from "#lib/projects/schema.ts";

export const projectsPerPage = 25;
export const overviewRows = 6;
export type ProjectsFilter = { name?: string; offset?: number };
/** A project with what the reader may do in it. */
export type ProjectWithRights = ProjectJson & {
  permissions: { admin: boolean };
  /** Whether it may build at the moment. */
  builds_on: boolean;
};

export const projectsResource = (filter: ProjectsFilter) =>
  resource<Page<ProjectJson>>(apiPaths.projects(), { ...filter, limit: projectsPerPage });

export const projectResource = (project: string) =>
  resource<ProjectWithRights>(apiPaths.project(project), { expand: "builds_on,permissions" });

/** What the people of a project should know and have not dismissed. */
export const noticesResource = (project: string) =>
  resource<Page<NotificationJson>>(apiPaths.notifications(project), { state__in: "unread,read", limit: 20 });

export function useDismissNotice(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (notice: number) =>
      api.patch<null>(apiPaths.notification(project, notice), { state: "dismissed" }),
    onSettled: () => refresh(apiPaths.notifications(project)),
  });
}

export function useSwitchBuildsOn(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.post<null>(apiPaths.buildsOn(project)),
    onSettled: () => refresh(apiPaths.project(project)),
  });
}

export type NewProject = {
  name: string;
  repository: { url: string; type: "git" };
  language: string;
  organization?: string;
  privacy_level?: string;
};

export function useCreateProject() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (input: NewProject) => api.post<ProjectJson>(apiPaths.projects(), input),
    onSuccess: () => refresh(apiPaths.projects()),
  });
}

export type ProjectSettings = Partial<
  Pick<ProjectJson, "name" | "homepage" | "default_version" | "privacy_level" | "versioning_scheme"> & {
    repository: { url: string };
    default_branch: string | null;
    readthedocs_yaml_path: string | null;
    language: string;
    programming_language: string;
  }
>;

export function useUpdateProject(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (changes: ProjectSettings) => api.patch<null>(apiPaths.project(project), changes),
    onSuccess: () => refresh(apiPaths.projects()),
  });
}

export function useDeleteProject(project: string) {
  return useMutation({ mutationFn: () => api.delete(apiPaths.project(project)) });
}
