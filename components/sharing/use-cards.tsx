"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, Check, LogOut } from "lucide-react";
import { type ReactNode, useState } from "react";
import { clientName } from "#components/accounts/client-name.ts";
import { errorMessage } from "#components/api-client.ts";
import { type Column, DataTable } from "#components/shell/data-table.tsx";
import { nextRowOf } from "#components/shell/next-row.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { apiPaths } from "#lib/paths.ts";
import type { ShareRef } from "./api.ts";
import {
  accessesResource,
  type ShareAccess,
  type ShareSession,
  sessionsResource,
  shareUseResource,
  type UseSpan,
  useEndSession,
} from "./use-api.ts";
import { UseChart } from "./use-chart.tsx";

/** What came of a share: how much by day, who reads now, what was opened and what was refused. */
export function UseCards({ at }: { at: ShareRef }) {
  return (
    <>
      <UseCard at={at} />
      <SessionsCard at={at} />
      <AccessesCard at={at} />
    </>
  );
}

type Loaded = { error: Error | null; isFetching: boolean; refetch: () => unknown };

/** The rest of the page works while one part of it cannot be loaded. */
function NotLoaded({ what, query }: { what: string; query: Loaded }) {
  return (
    <Callout
      tone="danger"
      title={`Could not load ${what}.`}
      actions={
        <Button small pending={query.isFetching} onClick={query.refetch}>
          Try again
        </Button>
      }
    >
      {errorMessage(query.error)}
    </Callout>
  );
}

function UseCard({ at }: { at: ShareRef }) {
  const [span, setSpan] = useState<UseSpan>("30");
  const query = useQuery(shareUseResource(at, span));
  const other = span === "30" ? "90" : "30";
  return (
    <Card
      title={`Use in ${span} days`}
      actions={
        <Button small onClick={() => setSpan(other)}>
          Show {other} days
        </Button>
      }
    >
      {query.data ? (
        <UseChart days={query.data.days} />
      ) : query.error ? (
        <NotLoaded what="its use" query={query} />
      ) : (
        <Waiting />
      )}
    </Card>
  );
}

const Waiting = () => <p className="text-muted">Loading…</p>;

function Rows<Row>({
  query,
  what,
  caption,
  columns,
  rowKey,
  none,
}: {
  query: Loaded & { data: { results: Row[] } | undefined };
  what: string;
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  none: ReactNode;
}) {
  if (query.data && query.data.results.length > 0) {
    return <DataTable caption={caption} columns={columns} rows={query.data.results} rowKey={rowKey} />;
  }
  return (
    <div className="p-4">
      {query.data ? (
        <p className="text-muted">{none}</p>
      ) : query.error ? (
        <NotLoaded what={what} query={query} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

function SessionsCard({ at }: { at: ShareRef }) {
  const query = useQuery(sessionsResource(at));
  const end = useEndSession(at);
  const [problem, setProblem] = useState<string | null>(null);
  const columns: readonly Column<ShareSession>[] = [
    {
      head: "Browser",
      unlabelled: true,
      cell: ({ client, recipient }) => (
        <span className="font-medium break-words">
          {recipient && <bdi>{recipient.name} · </bdi>}
          {clientName(client)}
        </span>
      ),
    },
    { head: "Address", cell: ({ address }) => address ?? "–" },
    { head: "Began", cell: ({ created }) => <Time at={created} /> },
    { head: "Last seen", cell: ({ last_seen }) => <Time at={last_seen} /> },
    { head: "Pages", cell: ({ pages }) => pages },
    {
      head: "Actions",
      unlabelled: true,
      end: true,
      cell: ({ id, client }) => (
        <Button
          small
          look="ghost"
          icon={LogOut}
          onClick={({ currentTarget }) => {
            const moveOn = nextRowOf(currentTarget);
            end.mutateAsync(id).then(
              () => {
                moveOn();
                return say("Session ended");
              },
              (error: unknown) => setProblem(errorMessage(error)),
            );
          }}
        >
          End<span className="sr-only"> session of {clientName(client)}</span>
        </Button>
      ),
    },
  ];
  return (
    <Card
      title="Open sessions"
      description="Browsers that may read on. Whether somebody closed theirs cannot be known."
      flush
    >
      {problem && (
        <Callout tone="danger" live>
          {problem}
        </Callout>
      )}
      <Rows
        query={query}
        what="its sessions"
        caption="Open sessions"
        columns={columns}
        rowKey={({ id }) => id}
        none="No browser has opened it."
      />
    </Card>
  );
}

/** Where links lead and passwords are typed; the secret behind it is not kept. */
const entryPath = "/_/sharing/";

const accessColumns: readonly Column<ShareAccess>[] = [
  { head: "Time", cell: ({ at }) => <Time at={at} /> },
  {
    head: "Result",
    cell: ({ granted }) => (
      // A cell of a phone's card would stretch it.
      <span>
        {granted ? (
          <Chip tone="success" icon={Check}>
            Granted
          </Chip>
        ) : (
          <Chip tone="danger" icon={Ban}>
            Refused
          </Chip>
        )}
      </span>
    ),
  },
  {
    head: "Page",
    cell: ({ path }) =>
      path.startsWith(entryPath) ? "Link or password" : <code className="break-all">{path}</code>,
  },
  { head: "Recipient", cell: ({ recipient }) => (recipient ? <bdi>{recipient.name}</bdi> : "–") },
  { head: "Address", cell: ({ address }) => address ?? "–" },
  { head: "Client", cell: ({ client }) => <span className="break-words">{clientName(client)}</span> },
];

function AccessesCard({ at }: { at: ShareRef }) {
  const query = useQuery(accessesResource(at));
  return (
    <Card
      title="Recent accesses"
      description="Samples of what was opened, and what was refused, of the last 90 days."
      flush
      actions={
        <a className="link" href={`${apiPaths.shareAccesses(at.project, at.share)}?as=csv`} download>
          Download CSV
        </a>
      }
    >
      <Rows
        query={query}
        what="its accesses"
        caption="Recent accesses"
        columns={accessColumns}
        rowKey={({ at: time, path, client }) => `${time} ${path} ${client}`}
        none="Nobody has opened anything."
      />
    </Card>
  );
}
