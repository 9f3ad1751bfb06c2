"use client";

import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { Button } from "#components/ui/button.tsx";
import type { useCheckRepository } from "./api.ts";

type Answer = Schema<"RepositoryCheck">;

/** What follows from an answer for whoever imports. */
function advice({ state, default_branch: branch }: Answer, business: boolean): string {
  if (state === "found") return branch === null ? "" : ` Lectern will build ${branch}.`;
  if (state !== "credentials") return "";
  return business
    ? " If it is private, import it all the same and give it a deploy key or token under Settings."
    : " This server builds repositories that everybody can clone.";
}

/** Asks a repository what it has before it is imported, and says what came of it. */
export function RepositoryCheck({
  check,
  url,
  business,
}: {
  check: ReturnType<typeof useCheckRepository>;
  url: string;
  business: boolean;
}) {
  const { data, error, isPending } = check;
  const Icon = data?.state === "found" ? CircleCheck : data?.state === "unknown" ? Info : TriangleAlert;
  const tone =
    data?.state === "found" ? "text-success" : data?.state === "unknown" ? "text-info" : "text-warning";
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <Button small pending={isPending} onClick={() => url !== "" && check.mutate(url)}>
        Check repository
      </Button>
      <p role="status" className="min-w-0 flex-1 basis-56 pt-1 text-meta">
        {isPending && <span className="text-muted">Asking the repository…</span>}
        {!isPending && data && (
          <span className="flex gap-1.5">
            <Icon className={`mt-0.5 size-4 shrink-0 ${tone}`} aria-hidden="true" />
            <span className="min-w-0 break-words">
              {data.detail}
              {advice(data, business)}
            </span>
          </span>
        )}
        {!isPending && error && <span className="text-danger">{errorMessage(error)}</span>}
      </p>
    </div>
  );
}
