"use client";

import { Hammer } from "lucide-react";
import Link from "next/link";
import { withQuery } from "#components/api-client.ts";
import type { Column } from "#components/shell/data-table.tsx";
import { FilterBar, ViewLinks } from "#components/shell/filter-bar.tsx";
import { ListBody, type ListPlace } from "#components/shell/list-screen.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Time } from "#components/ui/time.tsx";
import { durationText } from "#components/ui/time-text.ts";
import type { BuildJson } from "#lib/builds/schema.ts";
import { paths } from "#lib/paths.ts";
import { type BuildsFilter, buildsPerPage, buildsResource } from "./api.ts";
import { BuildChip } from "./build-state.tsx";

export function buildColumns(project: string): readonly Column<BuildJson>[] {
  return [
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
          <BuildChip state={build.state.code} success={build.success} />
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
      cell: (build) =>
        build.commit ? (
          <code title={build.commit}>{build.commit.slice(0, 8)}</code>
        ) : (
          <span className="text-muted">–</span>
        ),
    },
    { head: "Started", cell: (build) => <Time at={build.created} /> },
    {
      head: "Duration",
      end: true,
      cell: (build) => (build.duration === null ? "–" : durationText(build.duration)),
    },
  ];
}

/** All builds of a project, newest first; running ones change by themselves. */
export function BuildList({ project, filter }: { project: string; filter: BuildsFilter }) {
  const place: ListPlace = { path: paths.builds(project), filter };
  const view = (running: boolean | undefined): string =>
    withQuery(place.path, { running, commit: filter.commit });
  return (
    <>
      <FilterBar place={place} name="commit" label="Commit hash, in full">
        <ViewLinks
          label="Builds shown"
          views={[
            { name: "All", href: view(undefined), here: filter.running === undefined },
            { name: "Running", href: view(true), here: filter.running === true },
            { name: "Ended", href: view(false), here: filter.running === false },
          ]}
        />
      </FilterBar>
      <ListBody
        resource={buildsResource(project, filter)}
        place={place}
        perPage={buildsPerPage}
        caption="Builds"
        columns={buildColumns(project)}
        rowKey={(build) => build.id}
        refetchWhile={(build) => build.success === null}
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
