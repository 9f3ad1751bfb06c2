"use client";

import { X } from "lucide-react";
import { useState } from "react";
import type { Schema } from "#components/api-operations.ts";
import { FieldGroup } from "#components/form/field.tsx";
import { useFormHandle } from "#components/form/form-state.ts";
import { Button } from "#components/ui/button.tsx";

/** `latest` and `stable` first, the rest as the API orders them. */
function ordered(versions: readonly Schema<"Version">[]): Schema<"Version">[] {
  const first = ["latest", "stable"].flatMap((slug) => versions.filter((version) => version.slug === slug));
  return [...first, ...versions.filter((version) => !first.includes(version))];
}

/** Chooses among the active versions of a project; public ones are shown and need no share. */
export function VersionPicker({
  versions,
  chosen,
  onChange,
}: {
  versions: readonly Schema<"Version">[];
  chosen: readonly string[];
  onChange: (slugs: string[]) => void;
}) {
  const [filter, setFilter] = useState("");
  const clear = useFormHandle()?.clear;
  const choose = (slugs: string[]): void => {
    clear?.("versions");
    onChange(slugs);
  };
  const wanted = filter.trim().toLowerCase();
  const shown = ordered(versions).filter(({ slug }) => slug.toLowerCase().includes(wanted));
  const selectable = shown.filter((version) => version.privacy_level === "private");
  return (
    <FieldGroup
      name="versions"
      label="Versions"
      hint="Only private, active versions need a share. Inactive ones cannot be read by anybody."
    >
      <div className="rounded-control border border-control bg-surface">
        {chosen.length > 0 && (
          <ul aria-label="Chosen versions" className="flex flex-wrap gap-1 border-b p-2">
            {chosen.map((slug) => (
              <li key={slug}>
                <button
                  type="button"
                  className="inline-flex min-h-6 items-center gap-1 rounded-full bg-accent-soft px-2 text-meta hover:underline pointer-coarse:min-h-11"
                  onClick={() => choose(chosen.filter((one) => one !== slug))}
                >
                  <span className="sr-only">Remove </span>
                  {slug}
                  <X className="size-3" aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-2 border-b p-2">
          <input
            type="search"
            name="versions"
            aria-label="Find a version"
            placeholder="Find a version"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            className="h-8 min-w-36 flex-1 rounded-control border border-control bg-surface px-2.5 placeholder:text-muted pointer-coarse:h-11"
          />
          <Button
            onClick={() => choose([...new Set([...chosen, ...selectable.map(({ slug }) => slug)])])}
            disabled={selectable.length === 0}
          >
            Select all matching
          </Button>
        </div>
        <ul className="max-h-56 overflow-y-auto p-1">
          {shown.map((version) => {
            const isPublic = version.privacy_level === "public";
            return (
              <li key={version.slug}>
                <label className="flex min-h-8 items-center gap-2.5 rounded-control px-2 not-has-disabled:hover:bg-subtle pointer-coarse:min-h-11">
                  <input
                    type="checkbox"
                    disabled={isPublic}
                    checked={chosen.includes(version.slug)}
                    onChange={(event) =>
                      choose(
                        event.target.checked
                          ? [...chosen, version.slug]
                          : chosen.filter((slug) => slug !== version.slug),
                      )
                    }
                    className="size-4 shrink-0 accent-accent"
                  />
                  <span className="min-w-0 break-all">{version.slug}</span>
                  {isPublic && <span className="text-meta text-muted">already public</span>}
                  {version.hidden && <span className="text-meta text-muted">hidden</span>}
                </label>
              </li>
            );
          })}
          {shown.length === 0 && <li className="px-2 py-1.5 text-muted">No version matches.</li>}
        </ul>
      </div>
    </FieldGroup>
  );
}
