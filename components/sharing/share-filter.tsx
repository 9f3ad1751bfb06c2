"use client";

import { useQuery } from "@tanstack/react-query";
import { withQuery } from "#components/api-client.ts";
import type { Page } from "#components/api-operations.ts";
import type { Resource } from "#components/resource.ts";
import { FilterBar, ViewLinks } from "#components/shell/filter-bar.tsx";
import { FilterSelect } from "#components/shell/filter-select.tsx";
import type { ListPlace } from "#components/shell/list-screen.tsx";
import type { Share, SharesFilter } from "./api.ts";
import { typeNames } from "./share-words.ts";

const views = [
  { name: "Active", status: undefined },
  { name: "Expiring", status: "expiring" },
  { name: "Expired", status: "expired" },
  { name: "Revoked", status: "revoked" },
  { name: "All", status: "all" },
] as const;

/** How many shares a view has. */
export type CountOf = (status: SharesFilter["status"]) => Resource<Page<Share>>;

/** How many each view has, once that is known. */
function useCounts(countOf: CountOf): readonly (number | undefined)[] {
  const active = useQuery(countOf(undefined)).data?.count;
  const expiring = useQuery(countOf("expiring")).data?.count;
  const expired = useQuery(countOf("expired")).data?.count;
  const revoked = useQuery(countOf("revoked")).data?.count;
  return [active, expiring, expired, revoked];
}

const types = [
  { value: "", label: "All types" },
  ...Object.entries(typeNames).map(([value, label]) => ({ value, label })),
];

/** What narrows a list of shares: views, type, description. The address holds it, under the API's own names. */
export function ShareFilter({ place, countOf }: { place: ListPlace; countOf: CountOf }) {
  const counts = useCounts(countOf);
  const { path } = place;
  const { offset: _offset, ...kept } = place.filter;
  return (
    <FilterBar place={place} name="q" label="Filter by description">
      <div className="flex flex-wrap items-center gap-3">
        <ViewLinks
          label="Shares shown"
          views={views.map(({ name, status }, at) => ({
            name,
            count: counts[at],
            href: withQuery(path, { ...kept, status }),
            here: status === kept.status,
          }))}
        />
        <FilterSelect place={place} name="type" label="Access type" options={types} />
      </div>
    </FilterBar>
  );
}
