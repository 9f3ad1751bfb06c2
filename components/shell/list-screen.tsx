"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { errorMessage, withQuery } from "#components/api-client.ts";
import type { Page } from "#components/api-operations.ts";
import type { Resource } from "#components/resource.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { type Column, DataTable } from "./data-table.tsx";
import { useHeldRows } from "./held-rows.ts";
import { NewRows } from "./new-rows.tsx";

/** The address of this list with its filter; the offset is the API's. */
export type ListPlace = {
  path: string;
  filter: Record<string, string | number | boolean | undefined>;
  /** What stands in the address without narrowing the list, as a tab does. */
  fixed?: Readonly<Record<string, string>>;
};

/**
 * The body of a list page: rows from the API, kept while the next ones load; what to do when there are none, when none match, and
 * when they cannot be had.
 */
export function ListBody<Row>({
  resource,
  place,
  perPage,
  caption,
  columns,
  rowKey,
  empty,
  refetchWhile,
  newest,
}: {
  resource: Resource<Page<Row>>;
  place: ListPlace;
  perPage: number;
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  empty: ReactNode;
  /** Rows that change by themselves: asks again every three seconds while this holds for one of them. */
  refetchWhile?: (row: Row) => boolean;
  /** For lists that get new rows while somebody looks: higher for each newer row. They wait behind a button. */
  newest?: (row: Row) => number;
}) {
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...resource,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => {
      if (refetchWhile && query.state.data?.results.some(refetchWhile)) return 3000;
      return newest ? 15_000 : false;
    },
  });
  const rows = data && !isPlaceholderData ? data.results : null;
  const { shown, held, show } = useHeldRows(JSON.stringify(resource.queryKey), rows, newest);
  if (error && !data) {
    return (
      <Callout
        tone="danger"
        live
        title={`The ${caption.toLowerCase()} could not be loaded.`}
        actions={
          <Button small pending={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        }
      >
        {errorMessage(error)}
      </Callout>
    );
  }
  if (!data) return <ListSkeleton />;
  const { offset: _offset, ...filter } = place.filter;
  const typed = filter.q ?? filter.name;
  const filtered = Object.values(filter).some((value) => value !== undefined && value !== "");
  return (
    // What came with a page that was long under way is asked for again at once, which the server did not know.
    <div
      className="relative overflow-hidden rounded-card border bg-surface"
      aria-busy={isFetching}
      suppressHydrationWarning
    >
      <NewRows held={held} show={show} />
      {data.results.length > 0 ? (
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows === null ? data.results : shown}
          rowKey={rowKey}
        />
      ) : filtered ? (
        <EmptyState
          icon={SearchX}
          title={`No ${caption.toLowerCase()} match ${typed ? `“${typed}”` : "these filters"}`}
          actions={<ButtonLink href={withQuery(place.path, { ...place.fixed })}>Clear filters</ButtonLink>}
        />
      ) : (
        empty
      )}
      <Pager place={place} count={data.count} perPage={perPage} />
    </div>
  );
}

/** Where a list of several pages stands, and the ways on. */
export function Pager({ place, count, perPage }: { place: ListPlace; count: number; perPage: number }) {
  const offset = Number(place.filter.offset ?? 0);
  if (count <= perPage && offset === 0) return null;
  const at = (start: number): string =>
    withQuery(place.path, { ...place.fixed, ...place.filter, offset: start > 0 ? start : undefined });
  const last = Math.min(offset + perPage, count);
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3 border-t px-4 py-2.5">
      <p className="text-meta text-muted tabular-nums">
        {last > offset ? `${(offset + 1).toLocaleString("en")}–${last.toLocaleString("en")}` : "0"} of{" "}
        {count.toLocaleString("en")}
      </p>
      <div className="flex gap-2">
        {offset > 0 && (
          <ButtonLink small icon={ChevronLeft} href={at(Math.max(0, offset - perPage))}>
            Previous
          </ButtonLink>
        )}
        {last < count && (
          <ButtonLink small href={at(offset + perPage)}>
            Next
            <ChevronRight className="size-4" aria-hidden="true" />
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}

const ghosts = ["a", "b", "c", "d", "e"];

function ListSkeleton() {
  return (
    <div className="rounded-card border bg-surface" aria-busy="true">
      <p className="sr-only">Loading</p>
      {ghosts.map((ghost) => (
        <div key={ghost} className="flex h-11 items-center border-t px-4 first:border-t-0">
          <div className="h-3 w-2/5 rounded bg-subtle" />
        </div>
      ))}
    </div>
  );
}
