import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Expanded, Schema } from "#components/api-operations.ts";
import { resource, resourceWithout, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";
import { mostVersionsAtOnce } from "#lib/versions/bulk/rules.ts";
import { withChanged } from "./optimistic.ts";
import { type ApiFilter, apiFilter, type VersionsFilter, type VersionsView } from "./views.ts";

export const versionsPerPage = 50;
/** Offline formats as people call them. */
export const formatNames = { pdf: "PDF", htmlzip: "HTML, zipped", epub: "EPUB" } as const;

/** A version with its newest build and how it stands to its branch or tag. */
export type VersionWithBuild = Expanded<Schema<"Version">, "last_build" | "source">;
const expand = ["last_build", "source"] as const;
const unneeded = ["urls", "_links", "downloads", "aliases", "ref"] as const;
/** What a selection keeps of a version. */
export type ChosenVersion = Omit<Schema<"Version">, (typeof unneeded)[number]>;

export const versionsResource = (project: string, filter: ApiFilter, limit = versionsPerPage) =>
  resource(
    "/api/v3/projects/{project}/versions/",
    { project },
    { ...filter, sort: filter.sort ?? "project", expand, limit },
  );

export type VersionWithDownloads = Expanded<Schema<"Version">, "artifacts">;
/** The active versions that have offline formats. */
export const downloadsResource = (project: string, offset: number) =>
  resource(
    "/api/v3/projects/{project}/versions/",
    { project },
    {
      downloads: true,
      active: true,
      sort: "project",
      expand: ["artifacts"],
      limit: versionsPerPage,
      ...(offset > 0 && { offset }),
    },
  );

/** How many versions there are in a view of the versions page. */
export const versionCount = (project: string, view: VersionsView) =>
  resourceWithout("/api/v3/projects/{project}/versions/", { project }, unneeded, {
    ...apiFilter({ view }),
    limit: 1,
  });

/** What a form offers to choose from: the active versions, a hundred at most. */
export const versionChoices = (project: string) =>
  resourceWithout("/api/v3/projects/{project}/versions/", { project }, unneeded, {
    active: true,
    sort: "project",
    limit: 100,
  });

/** All that a filter finds, with only what a selection needs of each. */
export const fetchAllVersions = async (project: string, filter: VersionsFilter) => {
  const { offset: _offset, ...all } = apiFilter(filter);
  const { results } = await api.getWithout("/api/v3/projects/{project}/versions/", { project }, unneeded, {
    ...all,
    limit: mostVersionsAtOnce,
  });
  return results;
};

export const versionResource = (project: string, version: string) =>
  resource(
    "/api/v3/projects/{project}/versions/{version}/",
    { project, version },
    { expand: [...expand, "last_build.details", "artifacts"] },
  );

/** What stands on every page of a project about its default version. */
export const defaultVersionResource = (project: string, version: string) =>
  resourceWithout("/api/v3/projects/{project}/versions/{version}/", { project, version }, unneeded);

export const publicationsResource = (project: string, version: string) =>
  resource(
    "/api/v3/projects/{project}/versions/{version}/publications/",
    { project, version },
    { limit: 20 },
  );

export function usePublishAgain(project: string, version: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (build: number) =>
      api.post(
        "/api/v3/projects/{project}/versions/{version}/publications/",
        { project, version },
        { build },
      ),
    onSettled: () => refresh(apiPaths.versions(project)),
  });
}

export type VersionChanges = Schema<"VersionChanges">;
/** A write that happens only while the row is as this tag says; null for whatever it is. */
type Tag = { tag?: string | null };

/** A version as it is now, with the tag by which a change can depend on that. */
export const fetchVersion = (project: string, version: string) =>
  api.getTagged("/api/v3/projects/{project}/versions/{version}/", { project, version });

export function useUpdateVersion(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ version, tag = null, ...changes }: VersionChanges & Tag & { version: string }) =>
      api.patchIf(tag)("/api/v3/projects/{project}/versions/{version}/", { project, version }, changes),
    onSuccess: () => refresh(apiPaths.project(project)),
  });
}

/** The same for what is shown as done at once, and taken back where it is refused. */
export function useHideVersion(project: string) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const below = apiPaths.versions(project);
  const ofVersions = {
    predicate: ({ queryKey: [address] }: { queryKey: readonly unknown[] }) =>
      typeof address === "string" && address.startsWith(below),
  };
  return useMutation({
    mutationFn: ({ version, hidden }: { version: string; hidden: boolean }) =>
      api.patch("/api/v3/projects/{project}/versions/{version}/", { project, version }, { hidden }),
    onMutate: async ({ version, hidden }) => {
      await client.cancelQueries(ofVersions);
      client.setQueriesData<unknown>(ofVersions, (answer: unknown) =>
        withChanged(answer, version, { hidden }),
      );
    },
    onSettled: () => refresh(below),
  });
}

export function useRenameVersion(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ version, slug, tag = null }: Tag & { version: string; slug: string }) =>
      api.putIf(tag)("/api/v3/projects/{project}/versions/{version}/slug/", { project, version }, { slug }),
    onSuccess: () => refresh(apiPaths.versions(project), apiPaths.builds(project)),
  });
}

export const wipeVersion = (project: string, version: string) =>
  api.post("/api/v3/projects/{project}/versions/{version}/wipe/", { project, version });

export const startSync = (project: string) =>
  api.post("/api/v3/projects/{project}/sync-versions/", { project });

export type BulkChanges = Omit<Schema<"VersionBulkChanges">, "versions">;
export type BulkOutcome = Schema<"VersionBulkAnswer">["versions"][number];
export const changeVersions = (project: string, versions: string[], changes: BulkChanges) =>
  api.patch("/api/v3/projects/{project}/versions/bulk/", { project }, { ...changes, versions });

const pathOf = ({ urls }: Schema<"Version">): string => new URL(urls.documentation).pathname;

/** Whether its pages have addresses of their own that a redirect of the project can lead away from. */
export const mayLeadOn = (version: Schema<"Version">): boolean => /^\/(?!projects\/)./.test(pathOf(version));

/** Leads the pages of one version to another, wherever they are gone. */
export const redirectVersion = (project: string, from: Schema<"Version">, to: Schema<"Version">) =>
  api.post(
    "/api/v3/projects/{project}/redirects/",
    { project },
    { type: "exact", from_url: `${pathOf(from)}*`, to_url: `${pathOf(to)}:splat` },
  );
