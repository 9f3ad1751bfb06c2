"use client";

import { useQuery } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import type { Page } from "#components/api-operations.ts";
import type { Resource } from "#components/resource.ts";
import { ListBody, type ListPlace } from "#components/shell/list-screen.tsx";
import { useSelection } from "#components/shell/selection.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { patiently } from "#components/ui/patiently.ts";
import { type Share, type SharesFilter, sharesPerPage } from "./api.ts";
import { shareColumns } from "./share-columns.tsx";
import { type CountOf, ShareFilter } from "./share-filter.tsx";

const ShareBulkBar = lazy(patiently(() => import("./bulk-bar.tsx")));

type Status = NonNullable<SharesFilter["status"]>;

/** What it means that a view has none. */
const none: Record<Exclude<Status, "live">, readonly [title: string, text: string]> = {
  expiring: ["No share ends soon", "Active shares stand here in the days before their end."],
  expired: [
    "No expired shares",
    "Shares stand here when their last day is over. For 30 days after it they can be extended, with the same secret.",
  ],
  revoked: ["No revoked shares", "Shares that somebody ended stay here for the record."],
  all: ["No shares yet", "Nobody has shared anything."],
};

/** Shares with their filter and what can be done with several at once: of one project, or with `projects` of many. */
export function ShareRows({
  resource,
  countOf,
  place,
  projects = false,
  empty,
}: {
  resource: Resource<Page<Share>>;
  countOf: CountOf;
  place: ListPlace;
  projects?: boolean;
  empty: ReactNode;
}) {
  const { data: shown } = useQuery(resource);
  const selection = useSelection(shown?.results ?? [], ({ id }) => id);
  const { status, ...others } = place.filter;
  const isView = Object.values(others).every((value) => value === undefined);
  const [title, text] = (isView && shown?.count === 0 && noneIn(status)) || [];
  return (
    <>
      <ShareFilter place={place} countOf={countOf} />
      <Suspense fallback={null}>{selection.used && <ShareBulkBar selection={selection} />}</Suspense>
      {title === undefined ? (
        <ListBody
          resource={resource}
          place={place}
          perPage={sharesPerPage}
          caption="Shares"
          columns={shareColumns(selection, { projects })}
          rowKey={(share) => share.id}
          empty={empty}
        />
      ) : (
        <Card flush>
          <EmptyState icon={Share2} title={title}>
            {text}
          </EmptyState>
        </Card>
      )}
    </>
  );
}

const noneIn = (status: ListPlace["filter"][string]) =>
  Object.entries(none).find(([view]) => view === status)?.[1];
