"use client";

import { useRouter } from "next/navigation";
import { withQuery } from "#components/api-client.ts";
import type { ListPlace } from "#components/shell/list-screen.tsx";

const ends = [
  { name: "from", label: "From day" },
  { name: "to", label: "To day" },
] as const;

/** Narrows a list to days, both included, in UTC; the address holds them as `from` and `to`. */
export function DayRange({ place }: { place: ListPlace }) {
  const router = useRouter();
  const { offset: _offset, ...filter } = place.filter;
  return ends.map(({ name, label }) => (
    <label
      key={name}
      className="flex items-center gap-1.5 text-meta text-muted max-sm:grid max-sm:grid-cols-[4.5rem_minmax(0,1fr)]"
    >
      {label}
      <input
        type="date"
        value={filter[name] === undefined ? "" : String(filter[name])}
        onChange={({ target }) => {
          if (target.validity.valid)
            router.push(withQuery(place.path, { ...filter, [name]: target.value || undefined }), {
              scroll: false,
            });
        }}
        className="h-8 rounded-control border border-control bg-surface px-2 text-body text-text pointer-coarse:h-11"
      />
    </label>
  ));
}
