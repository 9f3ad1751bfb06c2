"use client";

import { useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import { nextRowOf } from "#components/shell/next-row.ts";
import { Button } from "#components/ui/button.tsx";
import { say } from "#components/ui/toast.ts";
import { useUpdateVersion, type VersionWithBuild } from "./api.ts";

/** Activates a version, which builds it. A refusal stands beside the button. */
export function ActivateVersion({
  project,
  version: { slug, verbose_name: name },
}: {
  project: string;
  version: VersionWithBuild;
}) {
  const update = useUpdateVersion(project);
  const [problem, setProblem] = useState<string | null>(null);
  // Not by callbacks of `mutate`: they are not called once the row has left the list, which it may do first.
  const activate = (button: HTMLElement): Promise<void> => {
    const moveOn = nextRowOf(button);
    return update.mutateAsync({ version: slug, active: true }).then(
      () => {
        moveOn();
        return say(`${name} is active and its build has started`);
      },
      (error: unknown) => setProblem(errorMessage(error)),
    );
  };
  return (
    <>
      {problem && (
        <span role="alert" className="text-meta text-danger">
          {problem}
        </span>
      )}
      <Button small pending={update.isPending} onClick={({ currentTarget }) => activate(currentTarget)}>
        Activate<span className="sr-only"> {name}</span>
      </Button>
    </>
  );
}
