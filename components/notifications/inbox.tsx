"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { BellOff, Check, CheckCheck, X } from "lucide-react";
import { errorMessage } from "#components/api-client.ts";
import { plainText } from "#components/projects/plain-text.ts";
import { ViewLinks } from "#components/shell/filter-bar.tsx";
import { Pager } from "#components/shell/list-screen.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { type InboxFilter, inboxResource, type Notice, noticesPerPage, useMarkNotices } from "./api.ts";
import { placeOfNotice } from "./notice-place.ts";

/** What waits for a person, by what it is about. */
export function Inbox({ filter }: { filter: InboxFilter }) {
  const { data, error, refetch } = useQuery({ ...inboxResource(filter), placeholderData: keepPreviousData });
  const mark = useMarkNotices();
  const notices = data?.results ?? [];
  const unread = notices.filter(({ state }) => state === "unread");
  const place = { path: paths.inbox(), filter };
  const markAll = (): void =>
    mark.mutate(
      { notices: unread, state: "read" },
      { onSuccess: () => say(`${unread.length} marked as read`) },
    );
  return (
    <Screen
      title="Inbox"
      actions={
        unread.length > 0 && (
          <Button icon={CheckCheck} pending={mark.isPending} onClick={markAll}>
            Mark all as read
          </Button>
        )
      }
    >
      <div className="flex">
        <ViewLinks
          label="Notifications shown"
          views={[
            { name: "Unread", href: paths.inbox(), here: filter.show !== "all" },
            { name: "All", href: `${paths.inbox()}?show=all`, here: filter.show === "all" },
          ]}
        />
      </div>
      {(error ?? mark.error) && (
        <Callout
          tone="danger"
          live
          title={mark.error ? "Not marked." : "The notifications could not be loaded."}
          actions={
            error && (
              <Button small onClick={() => refetch()}>
                Try again
              </Button>
            )
          }
        >
          {errorMessage(error ?? mark.error)}
        </Callout>
      )}
      {data && notices.length === 0 && (
        <Card>
          <EmptyState icon={BellOff} title="You are all caught up">
            What needs you stands here: builds that were switched off, domains whose DNS is wrong, shares that
            end.
          </EmptyState>
        </Card>
      )}
      {[...byPlace(notices)].map(([name, group]) => (
        <NoticeGroup key={name} name={name} notices={group} />
      ))}
      {data && <Pager place={place} count={data.count} perPage={noticesPerPage} />}
    </Screen>
  );
}

/** Groups as they come, each with what is unread first. */
function byPlace(notices: readonly Notice[]): ReadonlyMap<string, readonly Notice[]> {
  const groups = Map.groupBy(notices, ({ _links }) => placeOfNotice(_links._self).name);
  const late = ({ state }: Notice): number => (state === "unread" ? 0 : 1);
  for (const group of groups.values()) group.sort((a, b) => late(a) - late(b));
  return groups;
}

function NoticeGroup({ name, notices }: { name: string; notices: readonly Notice[] }) {
  return (
    <section aria-label={name} className="overflow-hidden rounded-card border bg-surface">
      <h2 dir="auto" className="border-b bg-subtle px-4 py-2 font-medium break-words">
        {name}
      </h2>
      <ul>
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} />
        ))}
      </ul>
    </section>
  );
}

const dots = { error: "bg-danger", warning: "bg-warning", info: "bg-info", note: "bg-info", tip: "bg-info" };

function NoticeRow({ notice }: { notice: Notice }) {
  const mark = useMarkNotices();
  const { message, state, dismissable, created } = notice;
  const unread = state === "unread";
  const header = plainText(message.header);
  // Not by callbacks of `mutate`: they are not called once the row has left the list, which it may do first.
  const set = (next: "unread" | "read" | "dismissed", said: string): Promise<void> =>
    mark.mutateAsync({ notices: [notice], state: next }).then(
      () => {
        document.querySelector<HTMLElement>("h1")?.focus();
        return say(said);
      },
      () => undefined,
    );
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t px-4 py-3 first:border-t-0">
      <div className="flex min-w-0 flex-1 basis-72 gap-3">
        <span
          aria-hidden="true"
          className={clsx("mt-1.5 size-2 shrink-0 rounded-full", unread ? dots[message.type] : "bg-border")}
        />
        <div className="min-w-0">
          <Link
            href={placeOfNotice(notice._links._self).href}
            className={clsx("link break-words", unread && "font-medium")}
          >
            {unread && <span className="sr-only">Unread: </span>}
            {header}
          </Link>
          <p className="break-words text-muted">{plainText(message.body)}</p>
          <p className="text-meta text-muted">
            <Time at={created} />
          </p>
          {mark.error && (
            <p role="alert" className="text-danger">
              {errorMessage(mark.error)}
            </p>
          )}
        </div>
      </div>
      <div className="flex gap-1">
        <Button
          small
          look="ghost"
          icon={Check}
          pending={mark.isPending}
          onClick={() =>
            set(unread ? "read" : "unread", `“${header}” marked as ${unread ? "read" : "unread"}`)
          }
        >
          {unread ? "Mark as read" : "Mark as unread"}
          <span className="sr-only">: {header}</span>
        </Button>
        {dismissable && (
          <Button
            small
            look="ghost"
            icon={X}
            pending={mark.isPending}
            onClick={() => set("dismissed", `“${header}” dismissed`)}
          >
            Dismiss
            <span className="sr-only">: {header}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
