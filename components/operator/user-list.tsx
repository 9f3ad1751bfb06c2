"use client";

import { Ban, UserCheck, UsersRound } from "lucide-react";
import { useState } from "react";
import { errorMessage, withQuery } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import type { Column } from "#components/shell/data-table.tsx";
import { FilterBar, ViewLinks } from "#components/shell/filter-bar.tsx";
import { ListBody, type ListPlace } from "#components/shell/list-screen.tsx";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { type UsersFilter, usersPerPage, usersResource, useSetActive } from "./api.ts";

type User = Schema<"DirectoryUser">;

function Disable({ user }: { user: User }) {
  const set = useSetActive();
  return (
    <ConfirmButton
      small
      look="ghost"
      icon={Ban}
      question={{
        title: `Disable the account of ${user.username}`,
        consequences: (
          <p>
            All its sessions end, its tokens are answered with 401, and it can read nothing private any more.
            What it made stays. You can enable it again.
          </p>
        ),
        keep: "Keep account",
        verb: "Disable account",
        act: async () => {
          await set.mutateAsync({ username: user.username, active: false });
          await say(`The account of ${user.username} is disabled`);
        },
      }}
    >
      Disable<span className="sr-only"> {user.username}</span>
    </ConfirmButton>
  );
}

function Enable({ user }: { user: User }) {
  const set = useSetActive();
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      {problem && (
        <span role="alert" className="text-meta text-danger">
          {problem}
        </span>
      )}
      <Button
        small
        look="ghost"
        icon={UserCheck}
        pending={set.isPending}
        onClick={() =>
          set.mutateAsync({ username: user.username, active: true }).then(
            () => say(`${user.username} can log in again`),
            (error: unknown) => setProblem(errorMessage(error)),
          )
        }
      >
        Enable<span className="sr-only"> {user.username}</span>
      </Button>
    </>
  );
}

const columnsFor = (me: string): readonly Column<User>[] => [
  {
    head: "Username",
    unlabelled: true,
    cell: (user) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="text-body font-medium break-all">{user.username}</span>
        {user.superuser && <Chip tone="info">Superuser</Chip>}
        {!user.active && <Chip tone="danger">Disabled</Chip>}
        {user.name && <bdi className="basis-full break-words text-muted">{user.name}</bdi>}
      </span>
    ),
  },
  {
    head: "E-mail",
    cell: ({ email, email_verified }) => (
      <span className="flex flex-wrap items-center gap-2 break-all">
        {email ?? "none"}
        {email && !email_verified && <Chip tone="warning">Not confirmed</Chip>}
      </span>
    ),
  },
  { head: "Joined", cell: ({ created }) => <Time at={created} /> },
  {
    head: "Last log-in",
    cell: ({ last_active }) =>
      last_active ? <Time at={last_active} /> : <span className="text-muted">Never</span>,
  },
  {
    head: "Actions",
    unlabelled: true,
    end: true,
    cell: (user) =>
      user.username === me ? (
        <span className="text-muted">You</span>
      ) : user.active ? (
        <Disable user={user} />
      ) : (
        <Enable user={user} />
      ),
  },
];

/** Every account of the instance. */
export function UserList({ filter, me }: { filter: UsersFilter; me: string }) {
  const place: ListPlace = { path: paths.operatorUsers(), filter };
  const view = (name: string, active: boolean | undefined) => ({
    name,
    href: withQuery(place.path, { q: filter.q, active }),
    here: filter.active === active,
  });
  return (
    <>
      <FilterBar place={place} name="q" label="Filter by username or e-mail">
        <ViewLinks
          label="Accounts"
          views={[view("All", undefined), view("Active", true), view("Disabled", false)]}
        />
      </FilterBar>
      <ListBody
        resource={usersResource(filter)}
        place={place}
        perPage={usersPerPage}
        caption="Accounts"
        columns={columnsFor(me)}
        rowKey={({ username }) => username}
        empty={<EmptyState icon={UsersRound} title="No accounts" />}
      />
    </>
  );
}
