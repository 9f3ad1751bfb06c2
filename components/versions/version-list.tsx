"use client";

import { useQuery } from "@tanstack/react-query";
import { Boxes } from "lucide-react";
import { lazy, Suspense } from "react";
import { withQuery } from "#components/api-client.ts";
import { projectResource } from "#components/projects/api.ts";
import { FilterBar, ViewLinks } from "#components/shell/filter-bar.tsx";
import { FilterSelect } from "#components/shell/filter-select.tsx";
import { ListBody, type ListPlace } from "#components/shell/list-screen.tsx";
import { selectColumn, useSelection } from "#components/shell/selection.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { patiently } from "#components/ui/patiently.ts";
import { paths } from "#lib/paths.ts";
import { type ChosenVersion, versionCount, versionsPerPage, versionsResource } from "./api.ts";
import { type AboutVersions, versionColumns } from "./version-columns.tsx";
import {
  addressFilter,
  apiFilter,
  type VersionsFilter,
  type VersionsView,
  versionsViews,
  viewName,
} from "./views.ts";

const VersionBulk = lazy(patiently(() => import("./version-bulk.tsx")));

const types = [
  { value: "", label: "Branches and tags" },
  { value: "branch", label: "Branches" },
  { value: "tag", label: "Tags" },
];
const builtOrNot = [
  { value: "", label: "Built or not" },
  { value: "true", label: "Built" },
  { value: "false", label: "Not built" },
];
const levels = [
  { value: "", label: "Public and private" },
  { value: "public", label: "Public" },
  { value: "private", label: "Private" },
];
const sorts = [
  { value: "", label: "Newest version first" },
  { value: "last_build", label: "Last built first" },
  { value: "name", label: "Name, Z to A" },
];

/** The views of the list with how many versions each holds, as far as that is known. Apart from the rows: those need not wait. */
function Views({ project, filter }: { project: string; filter: VersionsFilter }) {
  const { offset: _offset, view = "active", ...kept } = filter;
  const counts: Readonly<Record<VersionsView, number | undefined>> = {
    active: useQuery(versionCount(project, "active")).data?.count,
    hidden: useQuery(versionCount(project, "hidden")).data?.count,
    inactive: useQuery(versionCount(project, "inactive")).data?.count,
    all: useQuery(versionCount(project, "all")).data?.count,
  };
  return (
    <ViewLinks
      label="Versions shown"
      views={versionsViews.map((one) => ({
        name: viewName(one),
        count: counts[one],
        href: withQuery(paths.versions(project), addressFilter({ ...kept, view: one })),
        here: one === view,
      }))}
    />
  );
}

/** Where the other branches and tags are, for those who look for them among the active versions. */
function InactiveHint({ project }: { project: string }) {
  const count = useQuery(versionCount(project, "inactive")).data?.count ?? 0;
  if (count === 0) return null;
  return (
    <p className="text-muted">
      <Link className="link" href={withQuery(paths.versions(project), { active: false })}>
        {count === 1 ? "One branch or tag" : `${count.toLocaleString("en")} branches and tags`}
      </Link>{" "}
      {count === 1 ? "is" : "are"} inactive: not built and not served until somebody activates{" "}
      {count === 1 ? "it" : "them"}.
    </p>
  );
}

/** Branches and tags of a project and what becomes of each. Without a word in the address, the active ones are shown. */
export function VersionList({ filter, ...about }: { filter: VersionsFilter } & AboutVersions) {
  const { project, business, mayChange } = about;
  const defaultVersion = useQuery(projectResource(project)).data?.default_version ?? about.defaultVersion;
  const path = paths.versions(project);
  const place: ListPlace = { path, filter: addressFilter(filter) };
  const list = versionsResource(project, apiFilter(filter));
  const { data } = useQuery(list);
  const selection = useSelection<ChosenVersion>(data?.results ?? [], ({ id }) => id);
  const boxes = selectColumn(selection, ({ verbose_name }) => verbose_name);
  const { view = "active" } = filter;
  const columns = versionColumns({ ...about, defaultVersion });
  return (
    <>
      <FilterBar place={place} name="q" label="Filter by name, slug or commit">
        <Views project={project} filter={filter} />
      </FilterBar>
      <div className="flex flex-wrap items-center gap-3">
        <FilterSelect place={place} name="type" label="Type" options={types} />
        {business && (
          <FilterSelect place={place} name="privacy_level" label="Who can read" options={levels} />
        )}
        <FilterSelect place={place} name="built" label="Built" options={builtOrNot} />
        <FilterSelect place={place} name="sort" label="Order" options={sorts} />
      </div>
      <Suspense fallback={null}>
        {selection.used && (
          <VersionBulk
            project={project}
            business={business}
            filter={filter}
            selection={selection}
            matching={data?.count ?? 0}
          />
        )}
      </Suspense>
      <ListBody
        resource={list}
        place={place}
        perPage={versionsPerPage}
        caption="Versions"
        columns={mayChange ? [boxes, ...columns] : columns}
        rowKey={(version) => version.id}
        refetchWhile={(version) => version.last_build !== null && version.last_build.success === null}
        empty={
          <EmptyState icon={Boxes} title="No versions yet">
            Each branch and tag of the repository can become a version. Sync versions, or start a build.
          </EmptyState>
        }
      />
      {view === "active" && <InactiveHint project={project} />}
    </>
  );
}
