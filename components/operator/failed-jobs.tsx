"use client";

import { CircleCheck, RotateCcw } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { failedJobsResource, jobsPerPage, useRetryJob } from "./api.ts";

function Retry({ job }: { job: Schema<"FailedJob"> }) {
  const retry = useRetryJob();
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <span className="inline-flex flex-wrap items-center sm:justify-end gap-2">
      {problem && (
        <span role="alert" className="text-meta text-danger">
          {problem}
        </span>
      )}
      <Button
        small
        look="ghost"
        icon={RotateCcw}
        pending={retry.isPending}
        onClick={() =>
          retry.mutateAsync(job.id).then(
            () => say(`${job.name} is tried again`),
            (error: unknown) => setProblem(errorMessage(error)),
          )
        }
      >
        Try again<span className="sr-only"> {job.name}</span>
      </Button>
    </span>
  );
}

const columns: readonly Column<Schema<"FailedJob">>[] = [
  { head: "Job", unlabelled: true, cell: ({ name }) => <code className="break-all">{name}</code> },
  {
    head: "Reason",
    cell: ({ reason }) => <span className="line-clamp-2 max-w-[60ch] break-words">{reason}</span>,
  },
  { head: "Tries", cell: ({ tries }) => tries },
  { head: "Given up", cell: ({ failed, created }) => <Time at={failed ?? created} /> },
  { head: "Actions", unlabelled: true, end: true, cell: (job) => <Retry job={job} /> },
];

/** What the queue has given up, and may try once more. */
export function FailedJobs({ offset }: { offset: number }) {
  return (
    <section aria-labelledby="failed-jobs" className="space-y-3">
      <h2 id="failed-jobs" className="text-section font-semibold">
        Failed jobs
      </h2>
      <ListBody
        resource={failedJobsResource(offset)}
        place={{ path: paths.operator(), filter: { offset: offset || undefined } }}
        perPage={jobsPerPage}
        caption="Failed jobs"
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={CircleCheck} title="No job was given up">
            A job that fails is tried again a few times. Those that never work out stand here for a week.
          </EmptyState>
        }
      />
    </section>
  );
}
