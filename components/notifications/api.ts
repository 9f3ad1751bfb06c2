import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Expanded, Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

const feed = "/api/v3/notifications/";

export const noticesPerPage = 25;
/** `all`: also what was read; what was dismissed is gone. */
export type InboxFilter = { show?: "all"; offset?: number };
export type Notice = Expanded<Schema<"Notification">, "created">;

export const inboxResource = ({ show, offset }: InboxFilter) =>
  resource(
    feed,
    {},
    {
      state: show === "all" ? undefined : "unread",
      offset,
      limit: noticesPerPage,
      expand: ["created"] as const,
    },
  );

/** How many notifications nobody has looked at: the count of a page of one. */
export const unreadResource = () => resource(feed, {}, { state: "unread", limit: 1 });

export function useMarkNotices() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({
      notices,
      state,
    }: {
      notices: readonly Notice[];
      state: "unread" | "read" | "dismissed";
    }) => {
      for (const { id } of notices)
        await api.patch(`${feed}{notification}/`, { notification: id }, { state });
    },
    onSettled: () => refresh(apiPaths.inbox(), apiPaths.projects()),
  });
}
