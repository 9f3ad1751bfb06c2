"use client";

import { useQuery } from "@tanstack/react-query";
import { Variable as VariableIcon } from "lucide-react";
import { useState } from "react";
import { buildsResource, environmentResource } from "#components/builds/api.ts";
import { StartBuild } from "#components/builds/start-build.tsx";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody, type ListPlace } from "#components/shell/list-screen.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { bytesText } from "#components/ui/bytes-text.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import { mostBytes } from "#lib/projects/environment-variables/rules.ts";
import { AddVariable } from "./add-variable.tsx";
import { type Variable, variablesPerPage, variablesResource } from "./api.ts";
import { VariableActions } from "./variable-actions.tsx";

/** The environment variables of a project. Their values are only ever written. */
export function VariablesScreen({
  project,
  defaultVersion,
  offset,
}: {
  project: string;
  defaultVersion: string;
  offset: number;
}) {
  const path = paths.environmentVariables(project);
  const { data } = useQuery(variablesResource(project, offset));
  const known = data?.results ?? [];
  const lastBuild = useQuery(buildsResource(project, {}, 1)).data?.results[0];
  const used = useUsed(project, lastBuild?.id);
  const [changed, setChanged] = useState(false);
  const noticed = (): void => setChanged(true);
  const newer = known.some(({ modified }) => lastBuild && modified > lastBuild.created);
  const place: ListPlace = { path, filter: { offset: offset || undefined } };
  return (
    <Screen
      title="Environment variables"
      description="What builds find in their environment, secrets included. Values cannot be read again."
    >
      {(changed || newer) && (
        <Callout actions={<StartBuild project={project} version={defaultVersion} named />}>
          Changes take effect with the next build.
        </Callout>
      )}
      <AddVariable project={project} known={known} onChanged={noticed} />
      {known.length > 0 && <Meter variables={known} />}
      <ListBody
        resource={variablesResource(project, offset)}
        place={place}
        perPage={variablesPerPage}
        caption="Environment variables"
        columns={columnsFor({ project, used, onChanged: noticed })}
        rowKey={({ pk }) => pk}
        empty={
          <EmptyState icon={VariableIcon} title="No environment variables yet">
            Tokens of package registries, names of themes: what your build commands read as <code>$NAME</code>
            . Logs show <code>****</code> in place of private values.
          </EmptyState>
        }
      />
    </Screen>
  );
}

/** Names in the environment of the last build; null while that is not known. */
function useUsed(project: string, build: number | undefined): ReadonlySet<string> | null {
  const { data } = useQuery({ ...environmentResource(project, build ?? 0), enabled: build !== undefined });
  if (!data?.system) return null;
  return new Set(data.variables.filter(({ predefined }) => !predefined).map(({ name }) => name));
}

function Meter({ variables }: { variables: readonly Variable[] }) {
  const bytes = variables.reduce((sum, { details }) => sum + details.value_bytes, 0);
  const text = `${bytesText(bytes)} of ${bytesText(mostBytes)} used by all values`;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <meter
        min={0}
        max={mostBytes}
        high={mostBytes * 0.9}
        optimum={0}
        value={bytes}
        aria-label="Room for values"
        className="h-3 w-48"
      >
        {text}
      </meter>
      <p className="text-meta text-muted">{text}</p>
    </div>
  );
}

const columnsFor = ({
  project,
  used,
  onChanged,
}: {
  project: string;
  used: ReadonlySet<string> | null;
  onChanged: () => void;
}): Column<Variable>[] => [
  {
    head: "Name",
    unlabelled: true,
    cell: ({ name, ...variable }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <code dir="ltr" className="break-all">
          {name}
        </code>
        {variable.public && <Chip tone="warning">Public</Chip>}
      </span>
    ),
  },
  { head: "Value", cell: () => <span className="text-muted">Hidden</span> },
  {
    head: "Added by",
    cell: ({ details }) => <bdi className="break-words">{details.created_by ?? "Somebody who left"}</bdi>,
  },
  { head: "Changed", cell: ({ modified }) => <Time at={modified} /> },
  {
    head: "In last build",
    cell: ({ name }) =>
      used === null ? <span className="text-muted">–</span> : used.has(name) ? "Yes" : "No",
  },
  {
    head: "Actions",
    unlabelled: true,
    end: true,
    cell: (variable) => (
      <VariableActions
        project={project}
        variable={variable}
        inLastBuild={used?.has(variable.name) ?? false}
        onChanged={onChanged}
      />
    ),
  },
];
