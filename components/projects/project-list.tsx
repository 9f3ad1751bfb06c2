"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderGit2, Lock, Plus } from "lucide-react";
import type { Schema } from "#components/api-operations.ts";
import { BuildChip } from "#components/builds/build-state.tsx";
import { StartBuild } from "#components/builds/start-build.tsx";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody, type ListPlace } from "#components/shell/list-screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import { homeResource, type ListedProject, type ProjectsFilter, projectsPerPage } from "./api.ts";
import { DocsLink } from "./docs-link.tsx";
import { ProjectFilter } from "./project-filter.tsx";
import { Star } from "./star.tsx";

const ProjectName = ({ project }: { project: Schema<"Project"> }) => (
  <span className="flex min-w-0 items-center gap-2">
    <Link
      href={paths.project(project.slug)}
      dir="auto"
      className="alone min-w-0 py-0.5 text-body font-medium break-words text-text hover:text-accent hover:underline"
    >
      {project.name}
    </Link>
    {project.privacy_level === "private" && (
      <Lock className="size-3.5 shrink-0 text-muted" aria-label="Private" />
    )}
  </span>
);

const Docs = ({ project }: { project: Schema<"Project"> }) => (
  <DocsLink to={project.urls.documentation} level={project.privacy_level} className="whitespace-nowrap">
    View docs
    <span className="sr-only"> of {project.name}</span>
  </DocsLink>
);

/** What a list says of each project. */
export const projectColumns: readonly Column<ListedProject>[] = [
  {
    head: "Project",
    unlabelled: true,
    cell: (project) => (
      <span className="flex items-start gap-1.5">
        <Star project={project} />
        <span className="min-w-0 pt-0.5">
          <ProjectName project={project} />
          {project.organization && (
            <Link
              href={paths.organization(project.organization.slug)}
              className="alone inline-block min-w-6 py-0.5 text-meta break-words text-muted hover:text-accent hover:underline"
            >
              <bdi>
                {"name" in project.organization ? project.organization.name : project.organization.slug}
              </bdi>
            </Link>
          )}
        </span>
      </span>
    ),
  },
  {
    head: "Last build",
    cell: ({ slug, last_build: build }) =>
      build ? (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={paths.build(slug, build.id)}
            className="alone rounded-full"
            aria-label={`Build #${build.id}: ${build.state.name}`}
          >
            <BuildChip state={build.state.code} success={build.success} />
          </Link>
          <Time at={build.created} />
        </span>
      ) : (
        <span className="text-muted">Not built</span>
      ),
  },
  {
    head: "Default version",
    cell: ({ default_version: version }) => (
      <span className="line-clamp-1 max-w-[24ch] break-all" title={version}>
        {version}
      </span>
    ),
  },
  { head: "Language", cell: (project) => project.language.name },
  {
    head: "Actions",
    unlabelled: true,
    end: true,
    cell: (project) => (
      <span className="inline-flex flex-wrap items-center sm:justify-end gap-3">
        {project.last_build && <Docs project={project} />}
        {project.permissions.admin && <StartBuild project={project.slug} version={project.default_version} />}
      </span>
    ),
  },
];

/** Whether its last build goes on: the list is asked for again until it has ended. */
export const isOpen = ({ last_build: build }: ListedProject): boolean => build?.success === null;

/** The projects the reader has a part in. */
export function ProjectList({ filter, business }: { filter: ProjectsFilter; business: boolean }) {
  const place: ListPlace = { path: paths.projects(), filter };
  const { data } = useQuery(homeResource(filter));
  const nothing = data?.count === 0 && Object.keys(filter).length === 0;
  return (
    <>
      {!nothing && <ProjectFilter place={place} business={business} />}
      <ListBody
        resource={homeResource(filter)}
        place={place}
        perPage={projectsPerPage}
        caption="Projects"
        columns={projectColumns}
        rowKey={(project) => project.id}
        refetchWhile={isOpen}
        empty={
          <EmptyState
            icon={FolderGit2}
            title="Import your first repository"
            actions={
              <ButtonLink look="primary" icon={Plus} href={paths.importManually()}>
                Import project
              </ButtonLink>
            }
          >
            Lectern clones a git repository, builds its documentation and serves it on an address of its own.
            All it needs is the repository's URL.
          </EmptyState>
        }
      />
    </>
  );
}
