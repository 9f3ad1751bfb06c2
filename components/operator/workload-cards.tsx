"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { type Column, DataTable } from "#components/shell/data-table.tsx";
import { Button } from "#components/ui/button.tsx";
import { bytesText } from "#components/ui/bytes-text.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Time } from "#components/ui/time.tsx";
import { workloadResource } from "./api.ts";

const refreshMs = 5000;
/** Below this share of free space the disk is a matter for somebody. */
const scarce = 0.1;

/** What waits, who works and what room there is; asked again every five seconds. */
export function WorkloadCards() {
  const { data, error, refetch, isFetching } = useQuery({
    ...workloadResource(),
    refetchInterval: refreshMs,
  });
  if (!data) {
    return error ? (
      <Callout
        tone="danger"
        live
        title="The state of the instance could not be loaded."
        actions={
          <Button small pending={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        }
      >
        {errorMessage(error)}
      </Callout>
    ) : null;
  }
  const isIdle = data.workers.every(({ silent }) => silent);
  return (
    <>
      {isIdle && (
        <Callout tone="danger" title="No worker is running">
          Nothing is built and no mail is sent until one is started with <code>npm run worker</code>.
        </Callout>
      )}
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure name="Builds waiting" value={String(data.builds.waiting)}>
          {data.builds.oldest_waiting ? (
            <>
              the oldest since <Time at={data.builds.oldest_waiting} />
            </>
          ) : (
            "nothing waits"
          )}
        </Figure>
        <Figure name="Builds running" value={String(data.builds.running)}>
          <Held builds={data.builds} workers={data.workers} />
        </Figure>
        <Figure name="Storage free" value={data.storage ? bytesText(data.storage.free) : "unknown"}>
          {data.storage ? <Room storage={data.storage} /> : "nothing has been stored yet"}
        </Figure>
        <Figure name="Database" value={bytesText(data.database_bytes)}>
          on disk
        </Figure>
      </dl>
      <Card title="Workers" flush>
        {data.workers.length === 0 ? (
          <p className="p-4 text-muted">No worker has been seen for a day.</p>
        ) : (
          <DataTable caption="Workers" columns={workerColumns} rows={data.workers} rowKey={({ id }) => id} />
        )}
      </Card>
      <Card title="Queue" description="Work besides builds: mail, checks, clearing up." flush>
        {data.jobs.length === 0 ? (
          <p className="p-4 text-muted">The queue is empty.</p>
        ) : (
          <DataTable caption="Queue" columns={jobColumns} rows={data.jobs} rowKey={({ name }) => name} />
        )}
      </Card>
    </>
  );
}

function Figure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="rounded-card border bg-surface p-4">
      <dt className="text-meta text-muted">{name}</dt>
      <dd className="text-title font-semibold tabular-nums">{value}</dd>
      <dd className="text-meta text-muted">{children}</dd>
    </div>
  );
}

/** Running builds whose worker is gone end by themselves, but until then they are not in anybody's slots. */
function Held({ builds, workers }: Pick<Schema<"Workload">, "builds" | "workers">) {
  const working = workers.filter(({ silent }) => !silent);
  const slots = working.reduce((sum, worker) => sum + worker.slots, 0);
  const lost = builds.running - working.reduce((sum, worker) => sum + worker.running, 0);
  return lost > 0 ? <Chip tone="warning">{lost} without a worker</Chip> : `of ${slots} slots`;
}

function Room({ storage }: { storage: { total: number; free: number } }) {
  const share = storage.total === 0 ? 1 : storage.free / storage.total;
  const text = `${Math.round(share * 100)} % of ${bytesText(storage.total)}`;
  return share < scarce ? <Chip tone="danger">{text}</Chip> : text;
}

const workerColumns: readonly Column<Schema<"Worker">>[] = [
  {
    head: "Worker",
    unlabelled: true,
    cell: ({ host, id }) => (
      <span className="text-body font-medium break-all">
        {host} <span className="font-normal text-muted">#{id}</span>
      </span>
    ),
  },
  {
    head: "State",
    cell: ({ silent }) => (silent ? <Chip tone="danger">Silent</Chip> : <Chip tone="success">Working</Chip>),
  },
  { head: "Builds", cell: ({ running, slots }) => `${running} of ${slots}` },
  {
    head: "Has",
    cell: ({ features }) =>
      Object.entries(features)
        .flatMap(([name, has]) => (has === false ? [] : [has === true ? name : `${name}: ${has}`]))
        .join(", "),
  },
  { head: "Started", cell: ({ started }) => <Time at={started} /> },
  { head: "Last heard of", cell: ({ last_seen }) => <Time at={last_seen} /> },
];

const jobColumns: readonly Column<Schema<"Workload">["jobs"][number]>[] = [
  { head: "Job", unlabelled: true, cell: ({ name }) => <code className="break-all">{name}</code> },
  { head: "Waiting", cell: ({ waiting }) => waiting },
  { head: "Running", cell: ({ running }) => running },
  {
    head: "Given up",
    cell: ({ failed }) => (failed > 0 ? <Chip tone="danger">{failed}</Chip> : 0),
  },
];
