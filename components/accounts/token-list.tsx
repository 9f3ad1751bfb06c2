"use client";

import { KeyRound, Trash2 } from "lucide-react";
import type { Schema } from "#components/api-operations.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { tokensPerPage, tokensResource, useDeleteToken } from "./api.ts";

const weekMs = 7 * 86_400_000;

/** `expires` is the last day a token works, in UTC. */
function Expiry({ day }: { day: string | null }) {
  if (day === null) return <span className="text-muted">Never</span>;
  const left = Date.parse(`${day}T23:59:59Z`) - Date.now();
  if (left < 0) return <Chip tone="danger">Expired {day}</Chip>;
  return left < weekMs ? <Chip tone="warning">Ends {day}</Chip> : <time dateTime={day}>{day}</time>;
}

function DeleteToken({ token }: { token: Schema<"ApiToken"> }) {
  const remove = useDeleteToken();
  return (
    <ConfirmButton
      small
      look="ghost"
      icon={Trash2}
      label={`Delete token ${token.name}`}
      question={{
        title: `Delete the token “${token.name}”`,
        consequences: token.last_used ? (
          <p>
            It was last used <Time at={token.last_used} />
            {token.last_used_address && ` from ${token.last_used_address}`}. Requests with it will be answered
            with 401 from now on.
          </p>
        ) : (
          <p>It was never used. Requests with it will be answered with 401 from now on.</p>
        ),
        keep: "Keep token",
        verb: "Delete token",
        act: async () => {
          await remove.mutateAsync(token.id);
          await say(`Token “${token.name}” deleted`);
        },
      }}
    >
      Delete
    </ConfirmButton>
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
      <code className="text-muted">
        {token.prefix}…{token.last_four}
      </code>
    ),
  },
  { head: "Can", cell: (token) => (token.scope === "read" ? "Read" : "Read and write") },
  {
    head: "Projects",
    cell: (token) => (token.projects === null ? "All I can reach" : token.projects.join(", ")),
  },
  { head: "Created", cell: (token) => <Time at={token.created} /> },
  { head: "Expires", cell: (token) => <Expiry day={token.expires} /> },
  {
    head: "Last used",
    cell: (token) =>
      token.last_used ? <Time at={token.last_used} /> : <span className="text-muted">Never</span>,
  },
  { head: "Actions", unlabelled: true, end: true, cell: (token) => <DeleteToken token={token} /> },
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
