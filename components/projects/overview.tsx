"use client";

import { useQuery } from "@tanstack/react-query";
import { Hammer } from "lucide-react";
import { buildsResource } from "#components/builds/api.ts";
import { buildColumns } from "#components/builds/build-list.tsx";
import { DataTable } from "#components/shell/data-table.tsx";
import { useHeldRows } from "#components/shell/held-rows.ts";
import { NewRows } from "#components/shell/new-rows.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-field.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Time } from "#components/ui/time.tsx";
import { versionsResource } from "#components/versions/api.ts";
import { VersionMarks } from "#components/versions/version-marks.tsx";
import { paths } from "#lib/paths.ts";
import { overviewRows, type ProjectWithRights, projectResource } from "./api.ts";
import { NeedsAttention, SetupChecklist } from "./attention.tsx";
import { DocsLink } from "./docs-link.tsx";

/** A project at a glance: where its documentation is, what was built last, which versions are out. */
export function ProjectOverview({ project: slug }: { project: string }) {
  const { data: project } = useQuery(projectResource(slug));
  if (!project) return null;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0 space-y-5">
        <SetupChecklist project={project} />
        <NeedsAttention project={project} />
        <LastBuilds project={slug} />
        <ActiveVersions project={project} />
      </div>
      <About project={project} />
    </div>
  );
}

const More = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className="link alone text-meta">
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
  const { shown, held, show } = useHeldRows(project, data?.results ?? null, ({ id }) => id);
  return (
    <Card title="Last builds" flush actions={<More href={paths.builds(project)}>All builds</More>}>
      {builds.length > 0 ? (
        <div className="relative">
          <NewRows held={held} show={show} />
          <DataTable
            caption="Last builds"
            columns={buildColumns(project, { brief: true })}
            rows={shown}
            rowKey={({ id }) => id}
          />
        </div>
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
                <DocsLink to={version.urls.documentation} level={version.privacy_level} className="text-meta">
                  Open<span className="sr-only"> {version.verbose_name}</span>
                </DocsLink>
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
      {project.description && (
        <p dir="auto" className="mb-4 break-words">
          {project.description}
        </p>
      )}
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
              <DocsLink
                to={project.urls.documentation}
                level={main?.privacy_level ?? project.privacy_level}
                className="min-w-0 break-all"
              >
                {project.urls.documentation}
              </DocsLink>
              <CopyButton text={project.urls.documentation} />
            </dd>
          )}
        </div>
        <div>
          <dt>Offline</dt>
          <dd>
            <Link href={paths.downloads(project.slug)} className="link">
              Downloads
            </Link>
          </dd>
        </div>
        <div>
          <dt>Repository</dt>
          <dd className="font-mono text-code break-all">{project.repository.url}</dd>
        </div>
        <div>
          <dt>Language</dt>
          <dd>{project.language.name}</dd>
        </div>
        {project.tags.length > 0 && (
          <div>
            <dt>Tags</dt>
            <dd>
              <ul className="flex flex-wrap gap-x-3">
                {project.tags.map((tag) => (
                  <li key={tag} className="min-w-0">
                    {project.privacy_level === "public" ? (
                      <Link href={paths.projectsByTag(tag)} className="link inline-block min-h-6 break-all">
                        {tag}
                      </Link>
                    ) : (
                      tag
                    )}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
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
        {project.users.length > 0 && (
          <div>
            <dt>People</dt>
            <dd>
              <ul className="flex flex-wrap gap-x-3">
                {project.users.map(({ username }) => (
                  <li key={username} className="min-w-0">
                    <Link
                      href={paths.publicProfile(username)}
                      className="link inline-block min-h-6 break-all"
                    >
                      <bdi>{username}</bdi>
                    </Link>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
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
