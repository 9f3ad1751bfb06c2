import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Expanded, Page, QueryOf, Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

export const projectsPerPage = 25;
export const overviewRows = 6;
export type ProjectsFilter = Omit<QueryOf<"/api/v3/projects/">, "expand" | "limit">;
/** What lists of projects add to each. */
export const listed = ["last_build", "permissions", "starred"] as const;
/** A project as lists show it; with its organization where they hold projects of several. */
export type ListedProject = Expanded<Schema<"Project">, (typeof listed)[number]>;
const rights = ["builds_on", "description", "organization", "permissions"] as const;
/** A project with what the reader may do in it, whose it is, what it is about and whether it may build at the moment. */
export type ProjectWithRights = Expanded<Schema<"Project">, (typeof rights)[number]>;

export const projectsResource = (filter: ProjectsFilter) =>
  resource("/api/v3/projects/", {}, { ...filter, limit: projectsPerPage });

/** The person's projects with what changes about them, the starred ones first unless told otherwise. */
export const homeResource = ({ sort = "-starred", ...filter }: ProjectsFilter) =>
  resource(
    "/api/v3/projects/",
    {},
    { ...filter, sort, limit: projectsPerPage, expand: [...listed, "organization"] },
  );

const starPath = "/api/v3/projects/{project}/star/";

/** Gives or takes the person's star. Lists keep their order until they are asked for again: nothing moves away under the pointer. */
export function useStar(project: string) {
  const client = useQueryClient();
  const mark = (starred: boolean): void => {
    client.setQueriesData<Page<ListedProject>>(
      {
        predicate: ({ queryKey: [address] }) => typeof address === "string" && address.endsWith("/projects/"),
      },
      (page) =>
        page && {
          ...page,
          results: page.results.map((row) => (row.slug === project ? { ...row, starred } : row)),
        },
    );
  };
  return useMutation({
    mutationFn: (starred: boolean) =>
      starred ? api.put(starPath, { project }) : api.delete(starPath, { project }),
    onMutate: mark,
    onError: (_error, starred) => mark(!starred),
  });
}

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

/** Asks a repository what it has, before it is imported. */
export const useCheckRepository = () =>
  useMutation({
    mutationFn: (url: string) => api.post("/api/v3/projects/check/", {}, { repository: { url } }),
  });

export type ProjectSettings = Schema<"ProjectChanges">;

/** A project as it is now, with the tag by which a change can depend on that. */
export const fetchProject = (project: string) =>
  api.getTagged("/api/v3/projects/{project}/", { project }, { expand: ["description"] as const });

export function useUpdateProject(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ changes, tag }: { changes: ProjectSettings; tag: string | null }) =>
      api.patchIf(tag)("/api/v3/projects/{project}/", { project }, changes),
    onSuccess: () => refresh(apiPaths.projects()),
  });
}

/** Makes a version the default one, shown as done at once; resolves to the one before, as far as the page knows it. */
export function useSetDefault(project: string) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const { queryKey } = projectResource(project);
  return useMutation({
    mutationFn: async (version: string) => {
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, before && { ...before, default_version: version });
      await api.patch("/api/v3/projects/{project}/", { project }, { default_version: version });
      return before?.default_version;
    },
    onSettled: () => refresh(apiPaths.project(project)),
  });
}

export function useDeleteProject(project: string) {
  return useMutation({ mutationFn: () => api.delete("/api/v3/projects/{project}/", { project }) });
}
