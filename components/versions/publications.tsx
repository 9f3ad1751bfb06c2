"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { type Column, DataTable } from "#components/shell/data-table.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { publicationsResource, usePublishAgain, type VersionWithBuild } from "./api.ts";

type Publication = Schema<"Publication">;

const reasons: Readonly<Record<Publication["reason"], string>> = {
  build: "The build passed",
  rollback: "Went back to it",
  promotion: "Went on to it",
};

/** What a version has served since when and by whom, with the way back to an earlier build. */
export function Publications({ project, version }: { project: string; version: VersionWithBuild }) {
  const { data, error } = useQuery(publicationsResource(project, version.slug));
  if (error && !data)
    return (
      <Callout tone="danger" live title="What was published could not be loaded.">
        {errorMessage(error)}
      </Callout>
    );
  const rows = data?.results ?? [];
  return (
    <Card
      title="Published"
      description="What readers have got since when. An earlier build can be published again without building."
      flush
    >
      {rows.length > 0 ? (
        <DataTable
          caption="Published builds"
          columns={columns(project, version)}
          rows={rows}
          rowKey={({ id }) => id}
        />
      ) : (
        <EmptyState icon={History} title="Nothing published yet">
          The first build that passes is published.
        </EmptyState>
      )}
    </Card>
  );
}

const columns = (project: string, version: VersionWithBuild): readonly Column<Publication>[] => [
  {
    head: "Build",
    unlabelled: true,
    cell: ({ build, commit, ended }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <Link href={paths.build(project, build)} className="link font-medium tabular-nums">
          #{build}
        </Link>
        {commit && <code className="text-muted">{commit.slice(0, 8)}</code>}
        {ended === null && <Chip tone="success">Served now</Chip>}
      </span>
    ),
  },
  {
    head: "Since",
    cell: ({ published, published_by: by }) => (
      <span>
        <Time at={published} />
        {by && <span className="text-muted"> · {by}</span>}
      </span>
    ),
  },
  { head: "Why", cell: ({ reason }) => reasons[reason] },
  {
    head: "Actions",
    unlabelled: true,
    end: true,
    cell: (publication) =>
      publication.ended !== null && publication.kept && version.active ? (
        <PublishAgain project={project} version={version} build={publication.build} />
      ) : null,
  },
];

function PublishAgain({
  project,
  version,
  build,
}: {
  project: string;
  version: VersionWithBuild;
  build: number;
}) {
  const publish = usePublishAgain(project, version.slug);
  return (
    <ConfirmButton
      small
      question={{
        title: `Publish build #${build} again`,
        consequences: (
          <p>
            Readers of {version.verbose_name} get the pages of this build with their next click. It stays
            until a build that is started from now on has passed.
          </p>
        ),
        keep: "Keep what is served",
        verb: "Publish again",
        act: async () => {
          await publish.mutateAsync(build);
          await say(`Readers of ${version.verbose_name} get build #${build}`);
        },
      }}
    >
      Publish again…<span className="sr-only"> build #{build}</span>
    </ConfirmButton>
  );
}
