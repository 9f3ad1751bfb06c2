"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useDeferredValue, useState } from "react";
import { ApiError, errorMessage, valuesWrong } from "#components/api-client.ts";
import { FieldGroup } from "#components/form/field.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { type Relative, relativesResource } from "./family-api.ts";

/** The refusal of a form whose picker `name` was left as it was. */
export const nothingChosen = (name: string): ApiError =>
  new ApiError(400, valuesWrong, { [name]: ["Choose a project."] }, null);

/**
 * One project of the reader's, chosen from a list that can be filtered. Those that do not fit stand in it with the reason, and
 * cannot be chosen.
 */
export function ProjectPicker({
  name,
  label,
  self,
  problemOf,
  chosen,
  onChoose,
}: {
  name: string;
  label: string;
  /** The project that is never offered: the one that looks for another. */
  self: string;
  /** Why a project does not fit, or null. `all` are those that were found, for what only they tell of each other. */
  problemOf: (project: Relative, all: readonly Relative[]) => string | null;
  chosen: string | null;
  onChoose: (project: Relative) => void;
}) {
  const [typed, setTyped] = useState("");
  const filter = useDeferredValue(typed.trim());
  const { data, error } = useQuery({ ...relativesResource(filter), placeholderData: keepPreviousData });
  const found = data?.results ?? [];
  const judged = found
    .filter(({ slug }) => slug !== self)
    .map((project) => ({ project, problem: problemOf(project, found) }))
    .sort((a, b) => Number(a.problem !== null) - Number(b.problem !== null));
  return (
    <FieldGroup name={name} label={label}>
      <input
        type="search"
        aria-label="Filter projects by name"
        placeholder="Filter projects by name"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        className="mb-2 h-9 w-full rounded-control border border-control bg-surface px-2.5 placeholder:text-muted pointer-coarse:h-11"
      />
      {error && <Callout tone="danger">{errorMessage(error)}</Callout>}
      {data && judged.length === 0 && (
        <p className="text-muted">
          {filter ? `No other project matches “${filter}”.` : "You have no other project."}
        </p>
      )}
      {judged.length > 0 && (
        <ul
          className={clsx(
            "divide-y rounded-control border border-control/60",
            // The keyboard scrolls by what can be chosen.
            judged.some(({ problem }) => !problem) && "max-h-72 overflow-y-auto",
          )}
        >
          {judged.map(({ project, problem }) => (
            <li key={project.slug}>
              <label className="flex gap-2.5 px-3 py-2 not-has-disabled:hover:bg-subtle has-checked:bg-accent-soft">
                <input
                  type="radio"
                  name={name}
                  value={project.slug}
                  checked={chosen === project.slug}
                  disabled={problem !== null}
                  onChange={() => onChoose(project)}
                  className="mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:size-6"
                />
                <span className="min-w-0">
                  <span
                    dir="auto"
                    className={problem === null ? "font-medium break-words" : "break-words text-muted"}
                  >
                    {project.name}
                  </span>{" "}
                  <span className="text-muted">— {project.language.name}</span>
                  {problem && <span className="block text-meta text-muted">{problem}</span>}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {data && `${judged.length} projects`}
      </p>
    </FieldGroup>
  );
}
