import { useMutation } from "@tanstack/react-query";
import { api, type Page } from "#components/api-client.ts";
import { resource, useRefresh } from "#components/resource.ts";
import type { BuildJson } from "#lib/builds/schema.ts";
import { apiPaths } from "#lib/paths.ts";
import type { VersionJson } from "#lib/versions/schema.ts";

export const versionsPerPage = 50;
export type VersionsFilter = { active?: boolean; verbose_name?: string; type?: string; offset?: number };

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

/** A version with its newest build. */
export type VersionWithBuild = VersionJson & { last_build: BuildJson | null };

export const versionsResource = (project: string, filter: VersionsFilter, limit = versionsPerPage) =>
  resource<Page<VersionWithBuild>>(apiPaths.versions(project), { ...filter, expand: "last_build", limit });

export const versionResource = (project: string, version: string) =>
  resource<VersionWithBuild>(apiPaths.version(project, version), { expand: "last_build" });

export type VersionChanges = Partial<Pick<VersionJson, "active" | "hidden" | "privacy_level">>;

export function useUpdateVersion(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ version, ...changes }: VersionChanges & { version: string }) =>
      api.patch<null>(apiPaths.version(project, version), changes),
    onSuccess: () => refresh(apiPaths.project(project)),
  });
}
