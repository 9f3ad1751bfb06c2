"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Hammer } from "lucide-react";
import Link from "next/link";
import { buildsResource } from "#components/builds/api.ts";
import { buildColumns } from "#components/builds/build-list.tsx";
import { DataTable } from "#components/shell/data-table.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-field.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Time } from "#components/ui/time.tsx";
import { versionsResource } from "#components/versions/api.ts";
import { VersionMarks } from "#components/versions/version-marks.tsx";
import { paths } from "#lib/paths.ts";
import { overviewRows, type ProjectWithRights, projectResource } from "./api.ts";

/** A project at a glance: where its documentation is, what was built last, which versions are out. */
export function ProjectOverview({ project: slug }: { project: string }) {
  const { data: project } = useQuery(projectResource(slug));
  if (!project) return null;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0 space-y-5">
        <LastBuilds project={slug} />
        <ActiveVersions project={project} />
      </div>
      <About project={project} />
    </div>
  );
}

const More = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className="link text-meta">
    {children}
  </Link>
);

function LastBuilds({ project }: { project: string }) {
  const { data } = useQuery({
    ...buildsResource(project, {}, overviewRows),
    refetchInterval: (query) =>
      query.state.data?.results.some(({ success }) => success === null) ? 3000 : false,
  });
  const builds = data?.results ?? [];
  return (
    <Card title="Last builds" flush actions={<More href={paths.builds(project)}>All builds</More>}>
      {builds.length > 0 ? (
        <DataTable
          caption="Last builds"
          columns={buildColumns(project, { brief: true })}
          rows={builds}
          rowKey={({ id }) => id}
        />
      ) : (
        <EmptyState icon={Hammer} title="No builds yet">
          The first build publishes the documentation.
        </EmptyState>
      )}
    </Card>
  );
}

function ActiveVersions({ project }: { project: ProjectWithRights }) {
  const { data } = useQuery(versionsResource(project.slug, { active: true }, overviewRows));
  const versions = data?.results ?? [];
  return (
    <Card
      title="Active versions"
      flush
      actions={<More href={paths.versions(project.slug)}>All versions</More>}
    >
      <ul className="divide-y">
        {versions.map((version) => (
          <li key={version.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <Link
              href={paths.version(project.slug, version.slug)}
              className="min-w-0 font-medium break-all hover:text-accent hover:underline"
            >
              {version.verbose_name}
            </Link>
            <VersionMarks version={version} isDefault={version.slug === project.default_version} />
            <span className="ms-auto">
              {version.built ? (
                <a
                  href={version.urls.documentation}
                  className="link inline-flex items-center gap-1 text-meta"
                >
                  Open<span className="sr-only"> {version.verbose_name}</span>
                  <ExternalLink className="size-3.5" aria-hidden="true" />
                </a>
              ) : (
                <span className="text-meta text-muted">Not built yet</span>
              )}
            </span>
          </li>
        ))}
        {versions.length === 0 && <li className="px-4 py-6 text-center text-muted">No active versions</li>}
      </ul>
    </Card>
  );
}

function About({ project }: { project: ProjectWithRights }) {
  const { data } = useQuery(versionsResource(project.slug, { active: true }, overviewRows));
  const main = data?.results.find(({ slug }) => slug === project.default_version);
  return (
    <Card title="About">
      <dl className="space-y-3 [&_dd]:break-words [&_dt]:text-meta [&_dt]:text-muted">
        <div>
          <dt>Documentation</dt>
          {main?.built === false ? (
            <dd>
              <span className="break-all">{project.urls.documentation}</span>
              <span className="block text-meta text-muted">
                Online once a build of {main.verbose_name} passes
              </span>
            </dd>
          ) : (
            <dd className="flex items-start justify-between gap-2">
              <a href={project.urls.documentation} className="link min-w-0 break-all">
                {project.urls.documentation}
              </a>
              <CopyButton text={project.urls.documentation} />
            </dd>
          )}
        </div>
        <div>
          <dt>Repository</dt>
          <dd className="font-mono text-code break-all">{project.repository.url}</dd>
        </div>
        <div>
          <dt>Language</dt>
          <dd>{project.language.name}</dd>
        </div>
        {project.homepage && (
          <div>
            <dt>Homepage</dt>
            <dd>
              <a href={project.homepage} className="link break-all" rel="noopener noreferrer nofollow">
                {project.homepage}
              </a>
            </dd>
          </div>
        )}
        <div>
          <dt>People</dt>
          <dd>{project.users.map(({ username }) => username).join(", ") || "–"}</dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <Time at={project.created} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}
