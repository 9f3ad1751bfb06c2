import { useMutation } from "@tanstack/react-query";
import { api, type Page } from "#components/api-client.ts";
import { resource, useRefresh } from "#components/resource.ts";
import type { BuildJson } from "#lib/builds/schema.ts";
import type { NotificationJson } from "#lib/notifications/schema.ts";
import { apiPaths } from "#lib/paths.ts";
import type { SourceJson, VersionJson } from "#lib/versions/schema.ts";

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

/** A version with its newest build and how it stands to its branch or tag. */
export type VersionWithBuild = VersionJson & { last_build: BuildJson | null; source: SourceJson };
const expand = "last_build,source";

export const versionsResource = (project: string, filter: VersionsFilter, limit = versionsPerPage) =>
  resource<Page<VersionWithBuild>>(apiPaths.versions(project), { ...filter, sort: "project", expand, limit });

export const versionResource = (project: string, version: string) =>
  resource<VersionWithBuild>(apiPaths.version(project, version), { expand });

export type VersionChanges = Partial<Pick<VersionJson, "active" | "hidden" | "privacy_level">>;

export function useUpdateVersion(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ version, ...changes }: VersionChanges & { version: string }) =>
      api.patch<null>(apiPaths.version(project, version), changes),
    onSuccess: () => refresh(apiPaths.project(project)),
  });
}

export function useRenameVersion(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ version, slug }: { version: string; slug: string }) =>
      api.put<VersionJson>(apiPaths.versionSlug(project, version), { slug }),
    onSuccess: () => refresh(apiPaths.versions(project), apiPaths.builds(project)),
  });
}

export const wipeVersion = (project: string, version: string) =>
  api.post<null>(apiPaths.versionWipe(project, version));

/** What the project's people should know at the moment. */
export const openNoticesResource = (project: string) =>
  resource<Page<NotificationJson>>(apiPaths.notifications(project), { state__in: "unread,read" });

export const startSync = (project: string) =>
  api.post<{ triggered: boolean }>(apiPaths.syncVersions(project));

export function useDismiss(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (notice: number) =>
      api.patch<null>(apiPaths.notification(project, notice), { state: "dismissed" }),
    onSuccess: () => refresh(apiPaths.notifications(project)),
  });
}
