import { BuildChip } from "#components/builds/build-state.tsx";
import { DocsLink } from "#components/projects/docs-link.tsx";
import type { Column } from "#components/shell/data-table.tsx";
import { Link } from "#components/ui/link.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import type { VersionWithBuild } from "./api.ts";
import { VersionActions } from "./version-actions.tsx";
import { VersionMarks } from "./version-marks.tsx";

export type AboutVersions = {
  project: string;
  defaultVersion: string;
  mayChange: boolean;
  /** The edition has private versions. */
  business: boolean;
};

export const versionColumns = ({
  project,
  defaultVersion,
  mayChange,
  business,
}: AboutVersions): readonly Column<VersionWithBuild>[] => [
  {
    head: "Version",
    unlabelled: true,
    cell: (version) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          href={paths.version(project, version.slug)}
          dir="auto"
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
    cell: ({ last_build: build }) =>
      build ? (
        <span className="flex items-center gap-x-2 max-lg:flex-wrap">
          <Link
            href={paths.build(project, build.id)}
            aria-label={`Build #${build.id}, ${build.state.name}`}
            className="rounded-full"
          >
            <BuildChip state={build.state.code} success={build.success} />
          </Link>
          <span className="text-muted">
            <Time at={build.created} />
          </span>
        </span>
      ) : (
        <span className="text-muted">Never built</span>
      ),
  },
  {
    head: "Documentation",
    cell: (version) =>
      version.active && version.built ? (
        <DocsLink to={version.urls.documentation} level={version.privacy_level} className="whitespace-nowrap">
          Open
          <span className="sr-only"> {version.verbose_name}</span>
        </DocsLink>
      ) : null,
  },
  ...(mayChange
    ? [
        {
          head: "Actions",
          unlabelled: true,
          end: true,
          cell: (version: VersionWithBuild) => (
            <VersionActions
              project={project}
              version={version}
              isDefault={version.slug === defaultVersion}
              business={business}
            />
          ),
        },
      ]
    : []),
];
