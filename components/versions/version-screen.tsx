"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Settings } from "lucide-react";
import { BuildChip } from "#components/builds/build-state.tsx";
import { StartBuild } from "#components/builds/start-build.tsx";
import { projectResource } from "#components/projects/api.ts";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import { versionResource } from "./api.ts";
import { VersionMarks } from "./version-marks.tsx";

/** One version for its readers: where it is, what it is built from. */
export function VersionScreen({ project, version: slug }: { project: string; version: string }) {
  const { data: version } = useQuery(versionResource(project, slug));
  const { data: about } = useQuery(projectResource(project));
  if (!version || !about) return null;
  const served = version.active && version.built;
  return (
    <Screen
      title={version.verbose_name}
      width="form"
      mark={<VersionMarks version={version} isDefault={version.slug === about.default_version} />}
      actions={
        about.permissions.admin && (
          <>
            {version.active && <StartBuild project={project} version={version.slug} />}
            <ButtonLink small icon={Settings} href={paths.versionSettings(project, version.slug)}>
              Configure version
            </ButtonLink>
          </>
        )
      }
    >
      <Card>
        <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-[9rem_minmax(0,1fr)] [&_dd]:break-all [&_dt]:text-muted">
          <dt>Documentation</dt>
          <dd>
            {served ? (
              <a href={version.urls.documentation} className="link inline-flex items-center gap-1">
                {version.urls.documentation}
                <ExternalLink className="size-3.5 shrink-0" aria-hidden="true" />
              </a>
            ) : (
              <span className="text-muted">
                {version.active ? "Not built yet" : "This version is not active"}
              </span>
            )}
          </dd>
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
          <dt>Last build</dt>
          <dd>
            {version.last_build ? (
              <a
                href={paths.build(project, version.last_build.id)}
                className="inline-flex items-center gap-2"
              >
                <span className="link">#{version.last_build.id}</span>
                <BuildChip state={version.last_build.state.code} success={version.last_build.success} />
              </a>
            ) : (
              <span className="text-muted">Never built</span>
            )}
          </dd>
        </dl>
      </Card>
    </Screen>
  );
}
