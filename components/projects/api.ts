import { useMutation } from "@tanstack/react-query";
import { api, type Page } from "#components/api-client.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";
import type { ProjectJson } from "#lib/projects/schema.ts";

export const projectsPerPage = 25;
export const overviewRows = 6;
export type ProjectsFilter = { name?: string; offset?: number };
/** A project with what the reader may do in it. */
export type ProjectWithRights = ProjectJson & { permissions: { admin: boolean } };

export const projectsResource = (filter: ProjectsFilter) =>
  resource<Page<ProjectJson>>(apiPaths.projects(), { ...filter, limit: projectsPerPage });

export const projectResource = (project: string) =>
  resource<ProjectWithRights>(apiPaths.project(project), { expand: "permissions" });

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
