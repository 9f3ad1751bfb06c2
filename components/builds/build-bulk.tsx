"use client";

import { BulkBar, useEach } from "#components/shell/bulk-bar.tsx";
import type { Selection } from "#components/shell/selection.tsx";
import { Button } from "#components/ui/button.tsx";
import { type BuildWithDetails, useCancelBuilds } from "./api.ts";

const nouns = ["build", "builds"] as const;

/** Cancels the builds selected, those that wait at once and those that run within a moment. */
export default function BuildBulk({
  project,
  selection,
}: {
  project: string;
  selection: Selection<BuildWithDetails>;
}) {
  const cancel = useCancelBuilds(project);
  const each = useEach(selection, nouns, ({ id }) => `#${id}`);
  return (
    <BulkBar selection={selection} nouns={nouns} progress={each.progress} problems={each.problems}>
      <Button
        small
        pending={each.pending}
        onClick={() => each.run("Cancelled", ({ id }) => cancel.mutateAsync(id))}
      >
        Cancel builds
      </Button>
    </BulkBar>
  );
}
