"use client";

import { KeyRound } from "lucide-react";
import type { Schema } from "#components/api-operations.ts";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Time } from "#components/ui/time.tsx";
import { deadlineText } from "#components/ui/time-text.ts";
import { paths } from "#lib/paths.ts";
import { tokensPerPage, tokensResource } from "./api.ts";
import { clientName } from "./client-name.ts";
import { TokenActions } from "./token-actions.tsx";

const weekMs = 7 * 86_400_000;

/** `expires` is the last day a token works, in UTC. */
function Expiry({ day }: { day: string | null }) {
  if (day === null) return <span className="text-muted">Never</span>;
  const left = Date.parse(`${day}T23:59:59Z`) - Date.now();
  const text = deadlineText(`${day}T23:59:00Z`);
  if (left < 0) return <Chip tone="danger">Expired {text}</Chip>;
  if (left < weekMs) return <Chip tone="warning">Ends {text}</Chip>;
  return <time dateTime={day}>{text}</time>;
}

/** When, from where and by which program. */
function LastUse({ token }: { token: Schema<"ApiToken"> }) {
  if (token.last_used === null) return <span className="text-muted">Never</span>;
  return (
    // One element: under 640 px what stands beside the column's name is one cell of a grid.
    <span className="min-w-0">
      <Time at={token.last_used} />
      <span className="block text-tiny break-words text-muted">
        {[token.last_used_client && clientName(token.last_used_client), token.last_used_address]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </span>
  );
}

const columns: readonly Column<Schema<"ApiToken">>[] = [
  {
    head: "Name",
    unlabelled: true,
    cell: (token) => (
      <span dir="auto" className="text-body font-medium break-words">
        {token.name}
      </span>
    ),
  },
  {
    head: "Token",
    cell: (token) => (
      <code className="whitespace-nowrap text-muted">
        {token.prefix}…{token.last_four}
      </code>
    ),
  },
  {
    head: "Can",
    cell: (token) => (
      <span className="whitespace-nowrap">{token.scope === "read" ? "Read" : "Read, write"}</span>
    ),
  },
  {
    head: "Projects",
    cell: (token) => (token.projects === null ? "All I can reach" : token.projects.join(", ")),
  },
  { head: "Created", cell: (token) => <Time at={token.created} /> },
  { head: "Expires", cell: (token) => <Expiry day={token.expires} /> },
  {
    head: "Last used",
    cell: (token) => <LastUse token={token} />,
  },
  { head: "Actions", unlabelled: true, end: true, cell: (token) => <TokenActions token={token} /> },
];

export function TokenList({ offset }: { offset: number }) {
  return (
    <ListBody
      resource={tokensResource(offset)}
      place={{ path: paths.tokens(), filter: { offset: offset || undefined } }}
      perPage={tokensPerPage}
      caption="Tokens"
      columns={columns}
      rowKey={(token) => token.id}
      empty={
        <EmptyState icon={KeyRound} title="No tokens yet">
          A token lets a script use the API as you: it goes into the header{" "}
          <code>Authorization: Token …</code> of each request.
        </EmptyState>
      }
    />
  );
}
