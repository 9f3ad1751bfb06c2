"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { FieldGroup } from "#components/form/field.tsx";
import { useFormHandle } from "#components/form/form-state.ts";
import { Button } from "#components/ui/button.tsx";
import { foundProjects } from "./api.ts";

/** Chooses among the projects the person has a part in; the API finds them by name. */
export function ProjectPicker({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (slugs: readonly string[]) => void;
}) {
  const [filter, setFilter] = useState("");
  const { data, isError, refetch } = useQuery(foundProjects(useDeferredValue(filter.trim())));
  const clear = useFormHandle()?.clear;
  const choose = (slugs: readonly string[]): void => {
    clear?.("projects");
    onChange(slugs);
  };
  return (
    <FieldGroup name="projects" label="Projects">
      <div className="rounded-control border border-control bg-surface">
        {chosen.length > 0 && (
          <ul aria-label="Chosen projects" className="flex flex-wrap gap-1 border-b p-2">
            {chosen.map((slug) => (
              <li key={slug} className="min-w-0">
                <button
                  type="button"
                  className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-full bg-accent-soft px-2 text-meta hover:underline pointer-coarse:min-h-11"
                  onClick={() => choose(chosen.filter((one) => one !== slug))}
                >
                  <span className="sr-only">Remove </span>
                  <span className="truncate">{slug}</span>
                  <X className="size-3 shrink-0" aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <div className="border-b p-2">
          <input
            type="search"
            name="projects"
            aria-label="Find a project"
            placeholder="Find a project"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            className="h-8 w-full rounded-control border border-control bg-surface px-2.5 placeholder:text-muted pointer-coarse:h-11"
          />
        </div>
        <ul className="max-h-56 overflow-y-auto p-1" aria-label="Projects to choose from">
          {data?.results.map(({ slug, name }) => (
            <li key={slug}>
              <label className="flex min-h-8 items-center gap-2.5 rounded-control px-2 hover:bg-subtle pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  checked={chosen.includes(slug)}
                  onChange={(event) =>
                    choose(event.target.checked ? [...chosen, slug] : chosen.filter((one) => one !== slug))
                  }
                  className="size-4 shrink-0 accent-accent"
                />
                <bdi className="min-w-0 break-words">{name}</bdi>
              </label>
            </li>
          ))}
          {data?.results.length === 0 && (
            <li className="px-2 py-1.5 text-muted">
              {filter.trim() === "" ? "You have no project yet." : "No project matches."}
            </li>
          )}
          {isError && (
            <li className="flex flex-wrap items-center gap-2 px-2 py-1.5">
              The projects could not be loaded.
              <Button small onClick={() => refetch()}>
                Try again
              </Button>
            </li>
          )}
        </ul>
        {data && data.count > data.results.length && (
          <p className="border-t px-3 py-1.5 text-meta text-muted">
            {data.results.length} of {data.count}. Type a part of the name to find others.
          </p>
        )}
      </div>
    </FieldGroup>
  );
}
