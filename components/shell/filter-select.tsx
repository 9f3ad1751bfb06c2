"use client";

import { useRouter } from "next/navigation";
import { withQuery } from "#components/api-client.ts";
import type { ListPlace } from "./list-screen.tsx";

/** One choice that narrows or orders a list; the address holds it under `name`, and going back undoes it. */
export function FilterSelect({
  place,
  name,
  label,
  options,
}: {
  place: ListPlace;
  name: string;
  label: string;
  /** The first is what holds without a choice, with the value "". */
  options: readonly { readonly value: string; readonly label: string }[];
}) {
  const router = useRouter();
  const { [name]: current, offset: _offset, ...others } = place.filter;
  return (
    <select
      aria-label={label}
      value={current === undefined ? "" : String(current)}
      onChange={(event) =>
        router.push(withQuery(place.path, { ...others, [name]: event.target.value || undefined }), {
          scroll: false,
        })
      }
      className="h-8 max-w-full max-sm:grow max-sm:basis-[40%] sm:max-w-60 rounded-control border border-control bg-surface px-2 pointer-coarse:h-11"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
