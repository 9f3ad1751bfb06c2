"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import { type Column, DataTable } from "#components/shell/data-table.tsx";
import { Card } from "#components/ui/card.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";
import { mainResource, type Translation } from "./api.ts";

/** One version in one language: built or not, and where to see it; a dash where there is none. */
function Cell({
  project,
  version,
  built,
}: {
  project: Translation;
  version: string;
  built: boolean | null | undefined;
}) {
  if (built === null || built === undefined)
    return (
      <span className="text-muted">
        –<span className="sr-only"> none</span>
      </span>
    );
  return (
    <Link
      href={paths.version(project.slug, version)}
      aria-label={`${version} in ${project.language.name}: ${built ? "built" : "not built"}`}
      className="inline-flex min-h-6 items-center rounded-full pointer-coarse:min-h-11"
    >
      <Chip tone={built ? "success" : "warning"} icon={built ? CircleCheck : CircleDashed}>
        {built ? "Built" : "Not built"}
      </Chip>
    </Link>
  );
}

const columns: readonly Column<Translation>[] = [
  {
    head: "Language",
    unlabelled: true,
    cell: ({ language }) => <span className="text-body font-medium">{language.name}</span>,
  },
  {
    head: "latest",
    cell: (project) => <Cell project={project} version="latest" built={project.main_versions?.latest} />,
  },
  {
    head: "stable",
    cell: (project) => <Cell project={project} version="stable" built={project.main_versions?.stable} />,
  },
  {
    head: "Default version",
    cell: (project) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <code className="break-all">{project.default_version}</code>
        <Cell project={project} version={project.default_version} built={project.main_versions?.default} />
      </span>
    ),
  },
];

/** Which of the versions that readers are led to exist in which language, the project's own first. */
export function TranslationMatrix({
  project,
  translations,
}: {
  project: string;
  translations: readonly Translation[];
}) {
  const { data: main } = useQuery(mainResource(project));
  if (!main || translations.length === 0) return null;
  return (
    <Card
      title="Built in each language"
      description="The versions that most addresses lead to, and whether readers find them in each language."
      flush
    >
      <DataTable
        caption="Built in each language"
        columns={columns}
        rows={[main, ...translations]}
        rowKey={({ slug }) => slug}
      />
    </Card>
  );
}
