"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Schema } from "#components/api-operations.ts";
import { bytesText } from "#components/ui/bytes-text.ts";
import { CopyButton } from "#components/ui/copy-field.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { environmentResource, type WholeBuild } from "./api.ts";
import { BuildConfiguration } from "./build-configuration.tsx";
import { formatText, isolationText, memoryWatcherText, networkText, toolText } from "./build-words.ts";

/** What a build was made of and in: facts, configuration, environment. */
export function BuildAside({ build }: { build: WholeBuild }) {
  const { data: environment } = useQuery(environmentResource(build.project, build.id));
  const variables = environment?.variables ?? [];
  const ended = build.success !== null;
  const keys = Object.keys(build.config).length;
  return (
    <aside
      aria-label="About this build"
      className="grid min-w-0 gap-3 sm:grid-cols-2 min-[1440px]:grid-cols-1"
    >
      <Facts build={build} system={environment?.system ?? null} />
      <Disclosure title="Configuration" note={build.details.config_path ?? undefined}>
        {keys > 0 ? (
          <BuildConfiguration config={build.config} />
        ) : (
          <p className="text-muted">
            {ended
              ? "The build ended before it had a valid configuration."
              : "The configuration file is not read yet."}
          </p>
        )}
      </Disclosure>
      <Disclosure title="Environment variables" note={variables.length > 0 ? variables.length : undefined}>
        {variables.length > 0 ? (
          <Variables variables={variables} />
        ) : (
          <p className="text-muted">
            {ended
              ? "The build ended before a command of it was started."
              : "No command of the build is started yet."}
          </p>
        )}
      </Disclosure>
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

function Facts({ build, system }: { build: WholeBuild; system: Schema<"BuildEnvironment">["system"] }) {
  const { details } = build;
  const isolation = system?.isolation ?? details.isolation;
  const memory = details.peak_memory_mb ?? 0;
  return (
    <dl className="col-span-full grid gap-x-8 gap-y-3 rounded-card border bg-surface px-4 py-3 empty:hidden sm:grid-cols-[1.75fr_1fr_1fr] min-[1440px]:grid-cols-1">
      {build.commit && (
        <Fact name="Commit">
          <span className="flex items-center gap-2">
            <code className="break-all">{build.commit}</code>
            <CopyButton text={build.commit} look="ghost" />
          </span>
        </Fact>
      )}
      {system && <Fact name="System">{system.os}</Fact>}
      {isolation && <Fact name="Isolation">{isolationText(isolation)}</Fact>}
      {system && <Fact name="Network">{networkText(system.network)}</Fact>}
      {Object.entries(system?.tools ?? {}).map(([tool, version]) => (
        <Fact key={tool} name={toolText(tool)}>
          {version}
        </Fact>
      ))}
      {memory > 0 && (
        <Fact name="Peak memory">
          {bytesText(memory * 1_000_000)}
          {system?.memory_held_by && ` (limited by the ${memoryWatcherText(system.memory_held_by)})`}
        </Fact>
      )}
      {details.pages && <Fact name="Published">{filesText(details.pages)}</Fact>}
      {details.downloads.map(({ format, bytes }) => (
        <Fact key={format} name={formatText(format)}>
          {bytesText(bytes)}
        </Fact>
      ))}
    </dl>
  );
}

const filesText = ({ files, bytes }: { files: number; bytes: number }): string =>
  `${files.toLocaleString("en")} ${files === 1 ? "file" : "files"}, ${bytesText(bytes)}`;

function Variables({ variables }: { variables: Schema<"BuildEnvironment">["variables"] }) {
  const groups = [
    { name: "Of this project", rows: variables.filter(({ predefined }) => !predefined) },
    { name: "Set by Lectern", rows: variables.filter(({ predefined }) => predefined) },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <div className="space-y-4">
      {groups.map(({ name, rows }) => (
        <section key={name} aria-label={name}>
          <p className="mb-1.5 text-meta font-medium text-muted">{name}</p>
          <dl className="space-y-1.5 font-mono text-code">
            {rows.map((row) => (
              <div key={row.name}>
                <dt className="font-medium break-all">{row.name}</dt>
                <dd className="break-all text-muted">
                  {row.value === null ? (
                    <span className="font-sans italic">private</span>
                  ) : (
                    row.value || "(empty)"
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
