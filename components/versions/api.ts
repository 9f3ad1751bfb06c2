import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Expanded, QueryOf, Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

export const versionsPerPage = 50;
export type VersionsFilter = Omit<
  QueryOf<"/api/v3/projects/{project}/versions/">,
  "expand" | "limit" | "sort"
>;

export const versionsShown = ["active", "inactive", "all"] as const;
export type VersionsShown = (typeof versionsShown)[number];

/** The API's filter behind a view of the versions page. */
export const versionsFilter = (
  shown: VersionsShown,
  name: string | undefined,
  offset: number,
): VersionsFilter => ({
  ...(shown === "all" ? {} : { active: shown === "active" }),
  ...(name ? { verbose_name: name } : {}),
  ...(offset > 0 ? { offset } : {}),
});

/** A version with its newest build and how it stands to its branch or tag. */
export type VersionWithBuild = Expanded<Schema<"Version">, "last_build" | "source">;
const expand = ["last_build", "source"] as const;

export const versionsResource = (project: string, filter: VersionsFilter, limit = versionsPerPage) =>
  resource(
    "/api/v3/projects/{project}/versions/",
    { project },
    { ...filter, sort: "project", expand, limit },
  );

export const versionResource = (project: string, version: string) =>
  resource("/api/v3/projects/{project}/versions/{version}/", { project, version }, { expand });

export type VersionChanges = Schema<"VersionChanges">;

export function useUpdateVersion(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ version, ...changes }: VersionChanges & { version: string }) =>
      api.patch("/api/v3/projects/{project}/versions/{version}/", { project, version }, changes),
    onSuccess: () => refresh(apiPaths.project(project)),
  });
}

export function useRenameVersion(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ version, slug }: { version: string; slug: string }) =>
      api.put("/api/v3/projects/{project}/versions/{version}/slug/", { project, version }, { slug }),
    onSuccess: () => refresh(apiPaths.versions(project), apiPaths.builds(project)),
  });
}

export const wipeVersion = (project: string, version: string) =>
  api.post("/api/v3/projects/{project}/versions/{version}/wipe/", { project, version });

export const startSync = (project: string) =>
  api.post("/api/v3/projects/{project}/sync-versions/", { project });
