"use client";

import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "#components/api-client.ts";
import { Callout } from "#components/ui/callout.tsx";
import { publishingResource, useAllowRequests } from "./requests-api.ts";

/** Whether whoever opens a link that has ended may ask for more time; saved at once. */
export function RequestsSwitch({ project }: { project: string }) {
  const { data } = useQuery(publishingResource(project));
  const save = useAllowRequests(project);
  if (!data) return null;
  return (
    <div className="space-y-2">
      <label className="flex items-start gap-2.5">
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:size-6"
          checked={save.isPending ? save.variables : data.extension_requests}
          onChange={(event) => save.mutate(event.target.checked)}
        />
        Whoever opens a link that has ended may ask for more time
      </label>
      {save.error && (
        <Callout tone="danger" live>
          {errorMessage(save.error)}
        </Callout>
      )}
    </div>
  );
}
