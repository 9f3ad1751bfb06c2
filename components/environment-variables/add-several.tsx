"use client";

import { useEffect, useId, useRef, useState } from "react";
import { errorMessage, isApiError } from "#components/api-client.ts";
import { type Column, DataTable } from "#components/shell/data-table.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { say } from "#components/ui/toast.ts";
import { nameProblem } from "#lib/projects/environment-variables/rules.ts";
import { useCreateVariable, useUpdateVariable, type Variable } from "./api.ts";
import { type EnvLine, readEnvText } from "./env-text.ts";

type Row = EnvLine & { replaces: Variable | undefined; problem: string | null };

/** Reads a pasted `.env` text, shows what would be saved, and saves it one after the other. What is refused stays, with its reason. */
export function AddSeveral({
  project,
  known,
  start,
  onChanged,
  onDone,
}: {
  project: string;
  known: readonly Variable[];
  start: string;
  onChanged: () => void;
  onDone: () => void;
}) {
  const [text, setText] = useState(start);
  const [isPublic, setPublic] = useState<ReadonlySet<string>>(new Set());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [saving, setSaving] = useState<{ done: number; all: number } | null>(null);
  const field = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const create = useCreateVariable(project);
  const update = useUpdateVariable(project);
  useEffect(() => area.current?.focus(), []);

  const rows = readEnvText(text).map(
    (line): Row => ({
      ...line,
      replaces: known.find(({ name }) => name === line.name),
      problem:
        refusals.get(line.name) ??
        nameProblem(line.name) ??
        (line.value.trim() === "" ? "This value is empty." : null),
    }),
  );
  const ready = rows.filter(({ problem }) => problem === null);

  const save = async (): Promise<void> => {
    const refused = new Map<string, string>();
    for (const [done, { name, value, replaces }] of ready.entries()) {
      setSaving({ done, all: ready.length });
      const input = { value, public: isPublic.has(name) };
      const work = replaces
        ? update.mutateAsync({ variable: replaces.pk, ...input })
        : create.mutateAsync({ name, ...input });
      await work.catch((error: unknown) => refused.set(name, reasonOf(error)));
    }
    setSaving(null);
    const saved = ready.length - refused.size;
    if (saved > 0) {
      onChanged();
      void say(`${saved} ${saved === 1 ? "variable" : "variables"} saved`);
    }
    const left = rows.filter(({ name, problem }) => problem !== null || refused.has(name));
    setRefusals(refused);
    setText(left.map(({ name, value }) => `${name}=${JSON.stringify(value)}`).join("\n"));
    if (left.length === 0) onDone();
    document.querySelector<HTMLElement>("h1")?.focus();
  };

  const togglePublic = (name: string): void => {
    const next = new Set(isPublic);
    if (!next.delete(name)) next.add(name);
    setPublic(next);
  };
  return (
    <div className="space-y-4">
      <div>
        <label htmlFor={field} className="mb-1 block font-medium">
          Contents of a .env file
        </label>
        <textarea
          ref={area}
          id={field}
          rows={5}
          dir="ltr"
          value={text}
          autoComplete="off"
          spellCheck={false}
          placeholder={'API_KEY=…\nMESSAGE="two words"'}
          onChange={(event) => {
            setText(event.target.value);
            setRefusals(new Map());
          }}
          className="block w-full rounded-control border border-control bg-surface px-2.5 py-1.5 font-mono text-code placeholder:text-muted not-focus:[-webkit-text-security:disc]"
        />
      </div>
      {rows.length > 0 && (
        <div className="overflow-hidden rounded-card border">
          <DataTable
            caption="What will be saved"
            columns={columnsFor(isPublic, togglePublic)}
            rows={rows}
            rowKey={({ name }) => name}
          />
        </div>
      )}
      {refusals.size > 0 && (
        <Callout tone="danger" live>
          {refusals.size === 1 ? "1 variable was" : `${refusals.size} variables were`} refused. The reasons
          stand in the table.
        </Callout>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" disabled={ready.length === 0} pending={saving !== null} onClick={save}>
          Save{" "}
          {ready.length === 0 ? "variables" : ready.length === 1 ? "1 variable" : `${ready.length} variables`}
        </Button>
        <span role="status" className="text-muted tabular-nums">
          {saving && `${saving.done} of ${saving.all} saved`}
        </span>
      </div>
    </div>
  );
}

const reasonOf = (error: unknown): string =>
  isApiError(error) && Object.keys(error.fields).length > 0
    ? Object.values(error.fields).flat().join(" ")
    : errorMessage(error);

const columnsFor = (isPublic: ReadonlySet<string>, toggle: (name: string) => void): Column<Row>[] => [
  { head: "Name", unlabelled: true, cell: ({ name }) => <code className="break-all">{name}</code> },
  {
    head: "Value",
    cell: ({ value }) => (
      <span className="text-muted">
        Hidden, {value.length} {value.length === 1 ? "character" : "characters"}
      </span>
    ),
  },
  {
    head: "Public",
    cell: ({ name }) => (
      <input
        type="checkbox"
        aria-label={`Public: ${name}`}
        checked={isPublic.has(name)}
        onChange={() => toggle(name)}
        className="size-4 accent-accent pointer-coarse:size-6"
      />
    ),
  },
  {
    head: "Status",
    cell: ({ problem, replaces }) =>
      problem !== null ? (
        <span className="text-danger">{problem}</span>
      ) : (
        <Chip tone={replaces ? "info" : "success"}>{replaces ? "Replaces the value" : "New"}</Chip>
      ),
  },
];
