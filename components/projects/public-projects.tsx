"use client";

import { ExternalLink, Telescope } from "lucide-react";
import type { ReactNode } from "react";
import type { Schema } from "#components/api-operations.ts";
import { BuildChip } from "#components/builds/build-state.tsx";
import type { Column } from "#components/shell/data-table.tsx";
import { FilterBar } from "#components/shell/filter-bar.tsx";
import { FilterSelect } from "#components/shell/filter-select.tsx";
import { ListBody, type ListPlace } from "#components/shell/list-screen.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import { languageOptions } from "./language-options.ts";
import {
  type PublicProjectsFilter,
  type PublicProjectsOf,
  publicProjectsPerPage,
  publicProjectsResource,
} from "./public-api.ts";

type PublicProject = Schema<"PublicProject">;

function About({ project }: { project: PublicProject }) {
  return (
    <div className="min-w-0 py-1">
      <Link
        href={paths.project(project.slug)}
        dir="auto"
        className="text-body font-medium break-words text-text hover:text-accent hover:underline"
      >
        {project.name}
      </Link>
      {project.description && (
        <p dir="auto" className="max-w-[72ch] break-words text-muted">
          {project.description}
        </p>
      )}
      {project.tags.length > 0 && (
        <ul aria-label="Tags" className="mt-0.5 flex flex-wrap gap-x-3">
          {project.tags.map((tag) => (
            <li key={tag} className="min-w-0">
              <Link
                href={paths.projectsByTag(tag)}
                className="link inline-flex min-h-6 items-center text-meta break-all pointer-coarse:min-h-11"
              >
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const columns: readonly Column<PublicProject>[] = [
  { head: "Project", unlabelled: true, cell: (project) => <About project={project} /> },
  { head: "Language", cell: (project) => project.language.name },
  {
    head: "Last build",
    cell: ({ last_build: build }) =>
      build ? (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <BuildChip state={build.state.code} success={build.success} />
          <Time at={build.created} />
        </span>
      ) : (
        <span className="text-muted">Not built</span>
      ),
  },
  {
    head: "Documentation",
    unlabelled: true,
    end: true,
    cell: ({ name, urls, last_build: build }) =>
      build && (
        <a href={urls.documentation} className="link inline-flex items-center gap-1 whitespace-nowrap">
          View docs
          <span className="sr-only"> of {name}</span>
          <ExternalLink className="size-3.5" aria-hidden="true" />
        </a>
      ),
  },
];

const sorts = [
  { value: "", label: "By name" },
  { value: "last_build", label: "Latest build first" },
];

/** Public projects with their filter, all of it in the address. */
export function PublicProjects({
  path,
  filter,
  of = {},
  empty,
}: {
  path: string;
  filter: PublicProjectsFilter;
  of?: PublicProjectsOf;
  /** Stands where there is none, whatever the filter. */
  empty?: ReactNode;
}) {
  const { sort, offset, ...narrowing } = filter;
  const place: ListPlace = { path, filter: { ...narrowing, sort, offset } };
  return (
    <>
      <FilterBar place={place} name="q" label="Filter by name or description">
        <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
          <FilterSelect
            place={place}
            name="language"
            label="Language"
            options={[{ value: "", label: "Any language" }, ...languageOptions]}
          />
          <FilterSelect place={place} name="sort" label="Order" options={sorts} />
        </div>
      </FilterBar>
      <ListBody
        resource={publicProjectsResource(filter, of)}
        place={place}
        perPage={publicProjectsPerPage}
        caption="Projects"
        columns={columns}
        rowKey={({ slug }) => slug}
        empty={
          empty ?? (
            <EmptyState icon={Telescope} title="No public projects yet">
              Whoever imports a project and makes it public finds it here, and so does everybody else.
            </EmptyState>
          )
        }
      />
    </>
  );
}
