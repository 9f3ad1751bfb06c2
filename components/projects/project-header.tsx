"use client";

import { useQuery } from "@tanstack/react-query";
import { Globe, Lock, Share2 } from "lucide-react";
import { buildsResource } from "#components/builds/api.ts";
import { BuildChip, isSkipped } from "#components/builds/build-state.tsx";
import { StartBuild } from "#components/builds/start-build.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { defaultVersionResource } from "#components/versions/api.ts";
import { paths } from "#lib/paths.ts";
import { projectResource } from "./api.ts";
import { DocsLink } from "./docs-link.tsx";

/** One line on every page of a project: name, visibility, last build, and the two things always one click away. */
export function ProjectHeader({
  project: slug,
  hasDefault,
  shareable,
}: {
  project: string;
  /** The default version exists and the reader may see it. */
  hasDefault: boolean;
  /** The edition has private documentation. */
  shareable: boolean;
}) {
  const { data: project } = useQuery(projectResource(slug));
  const { data: builds } = useQuery({
    ...buildsResource(slug, {}, 1),
    refetchInterval: (query) => {
      const newest = query.state.data?.results[0];
      return newest && newest.success === null ? 3000 : 30_000;
    },
  });
  const { data: version } = useQuery({
    ...defaultVersionResource(slug, project?.default_version ?? ""),
    enabled: project !== undefined && hasDefault,
  });
  if (!project) return null;
  const last = builds?.results[0];
  const secret = project.privacy_level === "private";
  const Visibility = secret ? Lock : Globe;
  return (
    <section
      aria-label="Project"
      className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b bg-surface px-4 py-2 md:px-8"
    >
      <div className="flex min-w-0 flex-1 items-center gap-2 max-sm:basis-full">
        <Visibility
          className="size-4 shrink-0 text-muted"
          aria-label={secret ? "Private project" : "Public project"}
        />
        <Link
          href={paths.project(slug)}
          dir="auto"
          title={project.name}
          className="alone truncate text-section font-semibold hover:text-accent"
        >
          {project.name}
        </Link>
        {last && (
          <Link
            href={paths.build(slug, last.id)}
            className="alone ms-1 rounded-full"
            aria-label={`Last build: #${last.id}, ${last.state.name}`}
          >
            <BuildChip state={last.state.code} success={last.success} skipped={isSkipped(last.details)} />
          </Link>
        )}
      </div>
      {version?.built && (
        <DocsLink to={project.urls.documentation} level={version.privacy_level}>
          View docs
        </DocsLink>
      )}
      {project.permissions.admin && shareable && (
        <ButtonLink
          small
          icon={Share2}
          href={paths.newShare(slug)}
          data-shortcut="s"
          data-command="New share"
        >
          Share
        </ButtonLink>
      )}
      {project.permissions.admin && (
        <StartBuild project={slug} version={project.default_version} look="primary" />
      )}
    </section>
  );
}
