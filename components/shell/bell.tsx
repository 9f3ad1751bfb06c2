"use client";

import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { unreadResource } from "#components/notifications/api.ts";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";

const lookAgainMs = 60_000;

/** The way to the inbox, with how much in it is unread. */
export function InboxBell() {
  const { data } = useQuery({ ...unreadResource(), refetchInterval: lookAgainMs, staleTime: lookAgainMs });
  const unread = data?.count ?? 0;
  const label = unread === 0 ? "Inbox" : `Inbox, ${unread} unread`;
  return (
    <Link
      href={paths.inbox()}
      aria-label={label}
      title={label}
      className="relative inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-subtle hover:text-text pointer-coarse:size-11"
    >
      <Bell className="size-4" aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-0.5 pointer-coarse:top-1 pointer-coarse:right-1 min-w-4 rounded-full bg-accent px-1 text-center text-[10px]/4 font-semibold text-on-accent"
        >
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </Link>
  );
}
