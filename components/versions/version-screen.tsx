"use client";

import { useQuery } from "@tanstack/react-query";
import { Settings } from "lucide-react";
import { withQuery } from "#components/api-client.ts";
import { BuildChip, isSkipped } from "#components/builds/build-state.tsx";
import { StartBuild } from "#components/builds/start-build.tsx";
import { projectResource } from "#components/projects/api.ts";
import { DocsLink } from "#components/projects/docs-link.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { bytesText } from "#components/ui/bytes-text.ts";
import { Card } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import { ActivateVersion } from "./activate-version.tsx";
import { formatNames, versionResource } from "./api.ts";
import { Publications } from "./publications.tsx";
import { VersionMarks } from "./version-marks.tsx";

/** One version for its readers: where it is, what it is built from. */
export function VersionScreen({ project, version: slug }: { project: string; version: string }) {
  const { data: version } = useQuery(versionResource(project, slug));
  const { data: about } = useQuery(projectResource(project));
  if (!version || !about) return null;
  const served = version.active && version.built;
  const target = version.ref ?? version.aliases[0]?.slug;
  return (
    <Screen
      title={version.verbose_name}
      width="form"
      mark={<VersionMarks version={version} isDefault={version.slug === about.default_version} />}
      actions={
        about.permissions.admin && (
          <>
            {version.active ? (
              <StartBuild project={project} version={version.slug} />
            ) : (
              <ActivateVersion project={project} version={version} />
            )}
            <ButtonLink small icon={Settings} href={paths.versionSettings(project, version.slug)}>
              Configure version
            </ButtonLink>
          </>
        )
      }
    >
      <Card>
        <dl className="grid gap-x-4 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-y-3 [&_dd]:wrap-anywhere max-sm:[&_dd:not(:last-child)]:mb-3 [&_dt]:text-muted">
          <dt>Documentation</dt>
          <dd>
            {served ? (
              <DocsLink to={version.urls.documentation} level={version.privacy_level}>
                {version.urls.documentation}
              </DocsLink>
            ) : (
              <span className="text-muted">
                {version.active ? "Not built yet" : "This version is not active"}
              </span>
            )}
          </dd>
          {version.artifacts.length > 0 && (
            <>
              <dt>Offline</dt>
              <dd className="flex flex-wrap gap-x-3">
                {version.artifacts.map(({ format, url, bytes }) => (
                  <a key={format} href={url} className="link">
                    {formatNames[format]}, {bytesText(bytes)}
                  </a>
                ))}
              </dd>
            </>
          )}
          <dt>Slug</dt>
          <dd>
            <code>{version.slug}</code>
          </dd>
          <dt>Type</dt>
          <dd className="capitalize">{version.type}</dd>
          {version.identifier && (
            <>
              <dt>Identifier</dt>
              <dd>
                <code>{version.identifier}</code>
              </dd>
            </>
          )}
          {version.source.missing_since && (
            <>
              <dt>In the repository</dt>
              <dd>
                Gone, noticed <Time at={version.source.missing_since} />. The version stays until it is
                deactivated.
              </dd>
            </>
          )}
          {target && (
            <>
              <dt>Stands for</dt>
              <dd>{target}</dd>
            </>
          )}
          <dt>Last build</dt>
          <dd>
            {version.last_build ? (
              <span className="flex flex-wrap items-center gap-x-2">
                <Link
                  href={paths.build(project, version.last_build.id)}
                  className="inline-flex items-center gap-2"
                >
                  <span className="link">#{version.last_build.id}</span>
                  <BuildChip
                    state={version.last_build.state.code}
                    success={version.last_build.success}
                    skipped={isSkipped(version.last_build.details)}
                  />
                </Link>
                <span className="text-meta text-muted">
                  <Time at={version.last_build.created} />
                </span>
              </span>
            ) : (
              <span className="text-muted">Never built</span>
            )}
          </dd>
          <dt>Builds</dt>
          <dd>
            <Link className="link" href={withQuery(paths.builds(project), { version: version.slug })}>
              All builds of this version
            </Link>
          </dd>
        </dl>
      </Card>
      {about.permissions.admin && <Publications project={project} version={version} />}
    </Screen>
  );
}
