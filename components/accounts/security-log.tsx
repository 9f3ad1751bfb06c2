"use client";

import { ShieldCheck } from "lucide-react";
import type { Schema } from "#components/api-operations.ts";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import { eventsPerPage, securityLogResource } from "./api.ts";
import { clientName } from "./client-name.ts";
import { securityWords } from "./security-words.ts";

const columns: readonly Column<Schema<"SecurityEvent">>[] = [
  {
    head: "What",
    unlabelled: true,
    cell: (event) => (
      <span className="text-body">
        <span className="font-medium">{securityWords(event.action)}</span>
        {event.about && (
          <span dir="auto" className="block wrap-anywhere text-muted">
            {event.about}
          </span>
        )}
      </span>
    ),
  },
  { head: "When", cell: (event) => <Time at={event.at} /> },
  {
    head: "From",
    cell: (event) =>
      event.address ? (
        <span>
          <code>{event.address}</code>
          {event.client && <span className="block text-muted">{clientName(event.client)}</span>}
        </span>
      ) : (
        <span className="text-muted">The server</span>
      ),
  },
];

export function SecurityLog({ offset }: { offset: number }) {
  return (
    <ListBody
      resource={securityLogResource(offset)}
      place={{ path: paths.securityLog(), filter: { offset: offset || undefined } }}
      perPage={eventsPerPage}
      caption="Events"
      columns={columns}
      rowKey={(event) => event.id}
      empty={<EmptyState icon={ShieldCheck} title="Nothing yet" />}
    />
  );
}
