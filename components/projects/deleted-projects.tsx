"use client";

import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Deadline, Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { deletedProjectsResource, useRestoreProject } from "./deleted-api.ts";

/** What was deleted lately and can be had again; nothing at all where there is none. */
export function DeletedProjects() {
  const router = useRouter();
  const { data } = useQuery(deletedProjectsResource());
  if (!data || data.results.length === 0) return null;
  return (
    <Card
      title="Recently deleted"
      description="For 14 days a project can be restored, with everything it served."
      flush
    >
      <ul className="divide-y">
        {data.results.map((project) => (
          <DeletedProject key={project.slug} project={project} goTo={router.push} />
        ))}
      </ul>
    </Card>
  );
}

/** One of them. `goTo` leads to it once it is back. */
export function DeletedProject({
  project,
  goTo,
}: {
  project: Schema<"DeletedProject">;
  goTo: (address: string) => void;
}) {
  const { slug, name, deleted, deleted_by: by, restorable_until: until } = project;
  const restore = useRestoreProject();
  // Not by callbacks of `mutate`: the row is gone before they would be called.
  const run = async (): Promise<void> => {
    const restored = await restore.mutateAsync(slug).then(
      () => true,
      () => false,
    );
    if (!restored) return;
    void say(`${name} restored`);
    goTo(paths.project(slug));
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0">
        <p dir="auto" className="font-medium break-words">
          {name}
        </p>
        <p className="text-meta break-words text-muted">
          Deleted {by && `by ${by} `}
          <Time at={deleted} />. Removed for good on <Deadline at={until} />.
        </p>
        {restore.error && (
          <p role="alert" className="text-meta font-medium text-danger">
            {errorMessage(restore.error)}
          </p>
        )}
      </div>
      <Button small icon={Undo2} pending={restore.isPending} onClick={run}>
        Restore<span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}
