"use client";

import { useQuery } from "@tanstack/react-query";
import { Boxes, ExternalLink } from "lucide-react";
import Link from "next/link";
import { errorMessage, withQuery } from "#components/api-client.ts";
import { BuildChip } from "#components/builds/build-state.tsx";
import { StartBuild } from "#components/builds/start-build.tsx";
import type { Column } from "#components/shell/data-table.tsx";
import { FilterBar, ViewLinks } from "#components/shell/filter-bar.tsx";
import { ListBody, type ListPlace } from "#components/shell/list-screen.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import {
  useUpdateVersion,
  type VersionsShown,
  type VersionWithBuild,
  versionsFilter,
  versionsPerPage,
  versionsResource,
} from "./api.ts";
import { VersionMarks } from "./version-marks.tsx";

type About = { project: string; defaultVersion: string; mayChange: boolean };

function versionColumns({ project, defaultVersion, mayChange }: About): readonly Column<VersionWithBuild>[] {
  return [
    {
      head: "Version",
      unlabelled: true,
      cell: (version) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={paths.version(project, version.slug)}
            className="text-body font-medium break-all text-text hover:text-accent hover:underline"
          >
            {version.verbose_name}
          </Link>
          {version.slug !== version.verbose_name && (
            <code className="break-all text-muted">{version.slug}</code>
          )}
          <VersionMarks version={version} isDefault={version.slug === defaultVersion} />
        </span>
      ),
    },
    { head: "Type", cell: (version) => <span className="capitalize">{version.type}</span> },
    {
      head: "Last build",
      cell: (version) =>
        version.last_build ? (
          <Link
            href={paths.build(project, version.last_build.id)}
            aria-label={`Build #${version.last_build.id}, ${version.last_build.state.name}`}
            className="rounded-full"
          >
            <BuildChip state={version.last_build.state.code} success={version.last_build.success} />
          </Link>
        ) : (
          <span className="text-muted">Never built</span>
        ),
    },
    {
      head: "Documentation",
      cell: (version) =>
        version.active && version.built ? (
          <a
            href={version.urls.documentation}
            className="link inline-flex items-center gap-1 whitespace-nowrap"
          >
            Open
            <span className="sr-only"> {version.verbose_name}</span>
            <ExternalLink className="size-3.5" aria-hidden="true" />
          </a>
        ) : (
          <span className="text-muted">–</span>
        ),
    },
    ...(mayChange
      ? [
          {
            head: "Actions",
            unlabelled: true,
            end: true,
            cell: (version: VersionWithBuild) =>
              version.active ? (
                <StartBuild project={project} version={version.slug} />
              ) : (
                <ActivateButton project={project} version={version} />
              ),
          },
        ]
      : []),
  ];
}

function ActivateButton({ project, version }: { project: string; version: VersionWithBuild }) {
  const update = useUpdateVersion(project);
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {update.error && (
        <span role="alert" className="text-meta text-danger">
          {errorMessage(update.error)}
        </span>
      )}
      <Button
        small
        pending={update.isPending}
        onClick={() =>
          update.mutate(
            { version: version.slug, active: true },
            { onSuccess: () => say(`${version.verbose_name} is active and its build has started`) },
          )
        }
      >
        Activate<span className="sr-only"> {version.verbose_name}</span>
      </Button>
    </span>
  );
}

/** Where the other branches and tags are, for those who look for them among the active versions. */
function InactiveHint({ project }: { project: string }) {
  const { data } = useQuery(versionsResource(project, { active: false }, 1));
  const count = data?.count ?? 0;
  if (count === 0) return null;
  return (
    <p className="mt-3 text-muted">
      <Link className="link" href={withQuery(paths.versions(project), { show: "inactive" })}>
        {count === 1 ? "One branch or tag" : `${count.toLocaleString("en")} branches and tags`}
      </Link>{" "}
      {count === 1 ? "is" : "are"} inactive: not built and not served until somebody activates{" "}
      {count === 1 ? "it" : "them"}.
    </p>
  );
}

/** Branches and tags of a project and what becomes of each. Without a word in the address, the active ones are shown. */
export function VersionList({
  shown,
  name,
  offset,
  ...about
}: { shown: VersionsShown; name: string | undefined; offset: number } & About) {
  const path = paths.versions(about.project);
  const show = (wanted: VersionsShown): string | undefined => (wanted === "active" ? undefined : wanted);
  const place: ListPlace = { path, filter: { show: show(shown), name, offset: offset || undefined } };
  const view = (label: string, wanted: VersionsShown) => ({
    name: label,
    href: withQuery(path, { show: show(wanted), name }),
    here: wanted === shown,
  });
  return (
    <>
      <FilterBar place={place} name="name" label="Filter by name">
        <ViewLinks
          label="Versions shown"
          views={[view("Active", "active"), view("Inactive", "inactive"), view("All", "all")]}
        />
      </FilterBar>
      <ListBody
        resource={versionsResource(about.project, versionsFilter(shown, name, offset))}
        place={place}
        perPage={versionsPerPage}
        caption="Versions"
        columns={versionColumns(about)}
        rowKey={(version) => version.id}
        refetchWhile={(version) => version.last_build !== null && version.last_build.success === null}
        empty={
          <EmptyState icon={Boxes} title="No versions yet">
            Each branch and tag of the repository can become a version. Sync versions, or start a build.
          </EmptyState>
        }
      />
      {shown === "active" && <InactiveHint project={about.project} />}
    </>
  );
}
