"use client";

import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import type { Schema } from "#components/api-operations.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Deadline, Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { sessionsPerPage, sessionsResource, useEndOtherSessions, useEndSession } from "./api.ts";
import { clientName } from "./client-name.ts";
import { useSignOut } from "./sign-in.ts";

function EndSession({ session }: { session: Schema<"Session"> }) {
  const end = useEndSession();
  const signOut = useSignOut();
  const name = clientName(session.client);
  if (session.current) {
    return (
      <Button small onClick={signOut}>
        Sign out here
      </Button>
    );
  }
  return (
    <ConfirmButton
      small
      look="ghost"
      label={`Sign out ${name}`}
      question={{
        title: `Sign out ${name}`,
        consequences: <p>The next request from there has to log in again, private documentation included.</p>,
        keep: "Keep session",
        verb: "Sign out",
        act: async () => {
          await end.mutateAsync(session.id);
          await say(`${name} was signed out`);
        },
      }}
    >
      Sign out
    </ConfirmButton>
  );
}

const columns: readonly Column<Schema<"Session">>[] = [
  {
    head: "Device",
    unlabelled: true,
    cell: (session) => (
      <span className="flex flex-wrap items-center gap-2">
        <span title={session.client} className="text-body font-medium">
          {clientName(session.client)}
        </span>
        {session.current && <Chip tone="info">This device</Chip>}
      </span>
    ),
  },
  { head: "Address", cell: (session) => <code>{session.address ?? "unknown"}</code> },
  { head: "Logged in", cell: (session) => <Time at={session.created} /> },
  { head: "Last seen", cell: (session) => <Time at={session.last_seen} /> },
  { head: "Ends", cell: (session) => <Deadline at={session.expires} /> },
  { head: "Actions", unlabelled: true, end: true, cell: (session) => <EndSession session={session} /> },
];

export function SessionList({ offset }: { offset: number }) {
  return (
    <ListBody
      resource={sessionsResource(offset)}
      place={{ path: paths.sessions(), filter: { offset: offset || undefined } }}
      perPage={sessionsPerPage}
      caption="Sessions"
      columns={columns}
      rowKey={(session) => session.id}
      empty={<EmptyState icon={MonitorSmartphone} title="No open sessions" />}
    />
  );
}

/** For who does not recognise something, or left a device behind; nothing while there is only this session. */
export function EndOtherSessions() {
  const end = useEndOtherSessions();
  const { data: sessions } = useQuery(sessionsResource());
  if (sessions && sessions.count < 2) return null;
  return (
    <ConfirmButton
      question={{
        title: "Sign out everywhere else",
        consequences: (
          <p>Every session but this one ends at once, and what it reads of private documentation.</p>
        ),
        keep: "Keep sessions",
        verb: "Sign out others",
        act: async () => {
          await end.mutateAsync();
          await say("Signed out everywhere else");
        },
      }}
    >
      Sign out everywhere else
    </ConfirmButton>
  );
}
