"use client";

import { useQuery } from "@tanstack/react-query";
import { Hammer } from "lucide-react";
import { lazy, Suspense } from "react";
import { withQuery } from "#components/api-client.ts";
import { projectResource } from "#components/projects/api.ts";
import type { Column } from "#components/shell/data-table.tsx";
import { FilterBar, ViewLinks } from "#components/shell/filter-bar.tsx";
import { ListBody, type ListPlace } from "#components/shell/list-screen.tsx";
import { selectColumn, useSelection } from "#components/shell/selection.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Nothing } from "#components/ui/nothing.tsx";
import { patiently } from "#components/ui/patiently.ts";
import { Time } from "#components/ui/time.tsx";
import { durationText } from "#components/ui/time-text.ts";
import { paths } from "#lib/paths.ts";
import { type BuildsFilter, type BuildWithDetails, buildsPerPage, buildsResource } from "./api.ts";
import { BuildChip, isSkipped } from "./build-state.tsx";
import { triggerText } from "./build-words.ts";
import { VersionChoice } from "./version-choice.tsx";

const BuildBulk = lazy(patiently(() => import("./build-bulk.tsx")));

/** What a table of builds says; a brief one stands among other things. */
export function buildColumns(project: string, { brief = false } = {}): readonly Column<BuildWithDetails>[] {
  const columns: readonly Column<BuildWithDetails>[] = [
    {
      head: "Build",
      unlabelled: true,
      cell: (build) => (
        <span className="flex items-center gap-2.5">
          <Link
            href={paths.build(project, build.id)}
            className="font-medium text-text tabular-nums hover:text-accent hover:underline"
          >
            #{build.id}
          </Link>
          <BuildChip state={build.state.code} success={build.success} skipped={isSkipped(build.details)} />
        </span>
      ),
    },
    {
      head: "Version",
      cell: (build) => (
        <span className="line-clamp-1 max-w-[28ch] break-all" title={build.version ?? undefined}>
          {build.version ?? <span className="text-muted">deleted</span>}
        </span>
      ),
    },
    {
      head: "Commit",
      grow: true,
      cell: (build) =>
        build.commit ? (
          <span className="flex items-baseline gap-2">
            <code title={build.commit}>{build.commit.slice(0, 8)}</code>
            <bdi className="truncate text-muted" title={build.details.commit_message ?? undefined}>
              {build.details.commit_message}
            </bdi>
          </span>
        ) : (
          <Nothing />
        ),
    },
    {
      head: "Trigger",
      cell: ({ details }) => (
        <span className="sm:whitespace-nowrap">
          {triggerText(details)}
          {details.triggered_by && <span className="text-muted"> · {details.triggered_by}</span>}
        </span>
      ),
    },
    { head: "Started", cell: (build) => <Time at={build.created} /> },
    {
      head: "Duration",
      end: true,
      cell: (build) => (build.duration === null ? <Nothing /> : durationText(build.duration)),
    },
  ];
  return brief ? columns.filter(({ head }) => head !== "Trigger") : columns;
}

const isOpen = (build: BuildWithDetails): boolean => build.success === null;

/** All builds of a project, newest first; running ones change by themselves, new ones are announced. */
export function BuildList({ project, filter }: { project: string; filter: BuildsFilter }) {
  const { data: about } = useQuery(projectResource(project));
  const { data } = useQuery(buildsResource(project, filter));
  const open = data?.results.filter(isOpen) ?? [];
  const selection = useSelection(open, ({ id }) => id);
  const boxes = selectColumn(selection, ({ id }) => `build #${id}`);
  const columns = buildColumns(project);
  const mayCancel = about?.permissions.admin === true;
  const place: ListPlace = { path: paths.builds(project), filter };
  const { running, state, success } = filter;
  const view = (name: string, wanted: Pick<BuildsFilter, "running" | "state" | "success">) => ({
    name,
    href: withQuery(place.path, { q: filter.q, version: filter.version, commit: filter.commit, ...wanted }),
    here: wanted.running === running && wanted.state === state && wanted.success === success,
  });
  return (
    <>
      <FilterBar place={place} name="q" label="Filter by commit or message">
        <div className="flex flex-wrap items-center gap-3">
          <ViewLinks
            label="Builds shown"
            views={[
              view("All", {}),
              view("Running", { running: true }),
              view("Passed", { success: true }),
              view("Failed", { state: "finished", success: false }),
              view("Cancelled", { state: "cancelled" }),
            ]}
          />
          <VersionChoice project={project} filter={filter} />
        </div>
      </FilterBar>
      <Suspense fallback={null}>
        {selection.used && <BuildBulk project={project} selection={selection} />}
      </Suspense>
      <ListBody
        resource={buildsResource(project, filter)}
        place={place}
        perPage={buildsPerPage}
        caption="Builds"
        columns={
          mayCancel && open.length > 0
            ? [{ ...boxes, cell: (build) => (isOpen(build) ? boxes.cell(build) : null) }, ...columns]
            : columns
        }
        rowKey={(build) => build.id}
        refetchWhile={isOpen}
        newest={({ id }) => id}
        empty={
          <EmptyState icon={Hammer} title="No builds yet">
            A build starts when a version is activated, when the repository is pushed to, or with the Build
            button above.
          </EmptyState>
        }
      />
    </>
  );
}
