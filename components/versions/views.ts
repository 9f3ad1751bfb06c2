import type { QueryOf } from "#components/api-operations.ts";

/** What narrows a list of versions, in the API's words. */
export type ApiFilter = Omit<QueryOf<"/api/v3/projects/{project}/versions/">, "expand" | "limit">;
/** The same with `view` for the tabs of the versions page. */
export type VersionsFilter = Omit<ApiFilter, "active" | "hidden"> & {
  readonly view?: VersionsView | undefined;
};

const views = {
  active: { name: "Active", address: {}, filter: { active: true } },
  hidden: { name: "Hidden", address: { hidden: true }, filter: { hidden: true } },
  inactive: { name: "Inactive", address: { active: false }, filter: { active: false } },
  all: { name: "All", address: { active: "any" }, filter: {} },
} as const;
export type VersionsView = keyof typeof views;
export const versionsViews = [
  "active",
  "hidden",
  "inactive",
  "all",
] as const satisfies readonly VersionsView[];

export const viewName = (view: VersionsView): string => views[view].name;

/** The view an address names: by the API's own words, the active versions without any. */
export function viewOf(active: string | undefined, hidden: string | undefined): VersionsView {
  if (hidden === "true") return "hidden";
  if (active === "false") return "inactive";
  return active === "any" ? "all" : "active";
}

/** A filter in the words of the API. */
export const apiFilter = ({ view = "active", ...filter }: VersionsFilter): ApiFilter => ({
  ...filter,
  ...views[view].filter,
});

/** A filter in the words of the page's address. */
export const addressFilter = ({ view = "active", ...filter }: VersionsFilter) => ({
  ...filter,
  ...views[view].address,
});
