import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { offsetIn, type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readNotices } from "#app/api/v3/notifications/route.ts";
import { type InboxFilter, inboxResource } from "#components/notifications/api.ts";
import { Inbox } from "#components/notifications/inbox.tsx";
import { paths } from "#lib/paths.ts";

export const metadata: Metadata = { title: "Inbox" };

export default async function Page({ searchParams }: { searchParams: Search }) {
  await requireViewer(paths.inbox());
  const search = await searchParams;
  const offset = offsetIn(search);
  const filter: InboxFilter = {
    ...(textIn(search, "show") === "all" && { show: "all" }),
    ...(offset > 0 && { offset }),
  };
  const preload = new Preload();
  await preload.get(inboxResource(filter), readNotices);
  return preload.around(<Inbox filter={filter} />);
}
