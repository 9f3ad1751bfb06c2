"use client";

import { Download, FileDown } from "lucide-react";
import type { Schema } from "#components/api-operations.ts";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { bytesText } from "#components/ui/bytes-text.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Nothing } from "#components/ui/nothing.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import { downloadsResource, formatNames, type VersionWithDownloads, versionsPerPage } from "./api.ts";

const formats = ["pdf", "htmlzip", "epub"] as const;

/** Each version that has something to read offline, and where to get it. */
export function DownloadsList({ project, offset }: { project: string; offset: number }) {
  return (
    <ListBody
      resource={downloadsResource(project, offset)}
      place={{ path: paths.downloads(project), filter: { offset: offset || undefined } }}
      perPage={versionsPerPage}
      caption="Downloads"
      columns={columns(project)}
      rowKey={({ id }) => id}
      empty={
        <EmptyState icon={FileDown} title="No offline formats yet">
          Add <code>formats</code> to the configuration file, for example <code>formats: [pdf, epub]</code>.
          The next build makes them.
        </EmptyState>
      }
    />
  );
}

const columns = (project: string): readonly Column<VersionWithDownloads>[] => [
  {
    head: "Version",
    unlabelled: true,
    cell: (version) => (
      <Link
        href={paths.version(project, version.slug)}
        dir="auto"
        className="text-body font-medium break-all text-text hover:text-accent hover:underline"
      >
        {version.verbose_name}
      </Link>
    ),
  },
  ...formats.map((format) => ({
    head: formatNames[format],
    cell: ({ verbose_name, artifacts }: VersionWithDownloads) => {
      const found = artifacts.find((artifact) => artifact.format === format);
      return found ? <Offline of={verbose_name} name={formatNames[format]} artifact={found} /> : <Nothing />;
    },
  })),
];

function Offline({ of, name, artifact }: { of: string; name: string; artifact: Schema<"VersionArtifact"> }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <a href={artifact.url} className="link inline-flex min-h-6 items-center gap-1">
        <Download className="size-3.5" aria-hidden="true" />
        <span className="sr-only">
          {name} of {of},{" "}
        </span>
        {bytesText(artifact.bytes)}
      </a>
      {artifact.built && (
        <span className="text-muted">
          <Time at={artifact.built} />
        </span>
      )}
    </span>
  );
}
