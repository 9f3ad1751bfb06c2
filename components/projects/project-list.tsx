"use client";

import { ExternalLink, FolderGit2, Lock, Plus } from "lucide-react";
import Link from "next/link";
import type { Schema } from "#components/api-operations.ts";
import type { Column } from "#components/shell/data-table.tsx";
import { FilterBar } from "#components/shell/filter-bar.tsx";
import { ListBody, type ListPlace } from "#components/shell/list-screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import { type ProjectsFilter, projectsPerPage, projectsResource } from "./api.ts";

const columns: readonly Column<Schema<"Project">>[] = [
  {
    head: "Project",
    unlabelled: true,
    cell: (project) => (
      <span className="flex min-w-0 items-center gap-2">
        <Link
          href={paths.project(project.slug)}
          dir="auto"
          className="min-w-0 text-body font-medium break-words text-text hover:text-accent hover:underline"
        >
          {project.name}
        </Link>
        {project.privacy_level === "private" && (
          <Lock className="size-3.5 shrink-0 text-muted" aria-label="Private" />
        )}
      </span>
    ),
  },
  {
    head: "Repository",
    cell: (project) => (
      <span className="line-clamp-1 max-w-[36ch] font-mono text-code break-all text-muted">
        {project.repository.url.replace(/^\w+:\/\//, "")}
      </span>
    ),
  },
  { head: "Default version", cell: (project) => project.default_version },
  { head: "Language", cell: (project) => project.language.name },
  { head: "Created", cell: (project) => <Time at={project.created} /> },
  {
    head: "Documentation",
    unlabelled: true,
    end: true,
    cell: (project) => (
      <a href={project.urls.documentation} className="link inline-flex items-center gap-1 whitespace-nowrap">
        View docs
        <span className="sr-only"> of {project.name}</span>
        <ExternalLink className="size-3.5" aria-hidden="true" />
      </a>
    ),
  },
];

/** The projects the reader has a part in. */
export function ProjectList({ filter }: { filter: ProjectsFilter }) {
  const place: ListPlace = { path: paths.projects(), filter };
  return (
    <>
      <FilterBar place={place} name="name" label="Filter by name">
        <span />
      </FilterBar>
      <ListBody
        resource={projectsResource(filter)}
        place={place}
        perPage={projectsPerPage}
        caption="Projects"
        columns={columns}
        rowKey={(project) => project.id}
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
