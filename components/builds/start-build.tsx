"use client";

import { Hammer } from "lucide-react";
import { useRouter } from "next/navigation";
import { errorMessage } from "#components/api-client.ts";
import { Button } from "#components/ui/button.tsx";
import { paths } from "#lib/paths.ts";
import { useStartBuild } from "./api.ts";

/** Starts a build of a version and goes to its live page. A refusal stands beside the button. */
export function StartBuild({
  project,
  version,
  look = "secondary",
  named = look === "primary",
}: {
  project: string;
  version: string;
  look?: "primary" | "secondary";
  /** Nothing around the button says which version it builds. */
  named?: boolean;
}) {
  const router = useRouter();
  const start = useStartBuild(project);
  return (
    <span className="inline-flex flex-wrap items-center sm:justify-end gap-2">
      {start.error && (
        <span role="alert" className="text-meta text-danger">
          {errorMessage(start.error)}
        </span>
      )}
      <Button
        look={look}
        small={look === "secondary"}
        icon={Hammer}
        data-shortcut={look === "primary" ? "b" : undefined}
        pending={start.isPending}
        onClick={() =>
          start.mutate(version, {
            onSuccess: ({ build }) => build && router.push(paths.build(project, build.id)),
          })
        }
      >
        Build
        <span className={named ? "max-w-32 truncate" : "sr-only"}> {version}</span>
      </Button>
    </span>
  );
}
