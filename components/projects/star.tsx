"use client";

import { clsx } from "clsx";
import { Star as StarIcon } from "lucide-react";
import { errorMessage } from "#components/api-client.ts";
import { type ListedProject, useStar } from "./api.ts";

/** The person's star of a project, which puts it first in their list. */
export function Star({ project: { slug, name, starred } }: { project: ListedProject }) {
  const star = useStar(slug);
  return (
    <span className="inline-flex items-center gap-1">
      <button
        type="button"
        aria-pressed={starred}
        aria-label={`Star ${name}`}
        title={starred ? "Take the star away" : "Star: list it first"}
        onClick={() => star.mutate(!starred)}
        className="-ms-1.5 inline-flex size-7 shrink-0 items-center justify-center rounded-control text-muted hover:bg-subtle hover:text-text pointer-coarse:size-11"
      >
        <StarIcon className={clsx("size-4", starred && "fill-warning text-warning")} aria-hidden="true" />
      </button>
      {star.error && (
        <span role="alert" className="text-meta text-danger">
          {errorMessage(star.error)}
        </span>
      )}
    </span>
  );
}
