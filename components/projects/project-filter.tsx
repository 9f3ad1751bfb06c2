"use client";

import { useQuery } from "@tanstack/react-query";
import { organizationsResource } from "#components/accounts/api.ts";
import { FilterBar } from "#components/shell/filter-bar.tsx";
import { FilterSelect } from "#components/shell/filter-select.tsx";
import type { ListPlace } from "#components/shell/list-screen.tsx";
import { languageOptions } from "./language-options.ts";

const states = [
  { value: "", label: "Any state" },
  { value: "passing", label: "Passing" },
  { value: "failing", label: "Failing" },
  { value: "not_built", label: "Not built" },
];
const levels = [
  { value: "", label: "Public or private" },
  { value: "public", label: "Public" },
  { value: "private", label: "Private" },
];
const languages = [{ value: "", label: "Any language" }, ...languageOptions];
const sorts = [
  { value: "", label: "Starred first" },
  { value: "name", label: "By name" },
  { value: "-last_build", label: "Last built first" },
  { value: "-created", label: "Newest first" },
];

/** What narrows and orders a list of projects. */
export function ProjectFilter({ place, business }: { place: ListPlace; business: boolean }) {
  const { data } = useQuery({ ...organizationsResource(), enabled: business });
  const organizations = (data?.results ?? []).map(({ slug, name }) => ({ value: slug, label: name }));
  return (
    <FilterBar place={place} name="name" label="Filter by name">
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
        {organizations.length > 1 && (
          <FilterSelect
            place={place}
            name="organization"
            label="Organization"
            options={[{ value: "", label: "All organizations" }, ...organizations]}
          />
        )}
        <FilterSelect place={place} name="state" label="State" options={states} />
        {business && (
          <FilterSelect place={place} name="privacy_level" label="Who can read" options={levels} />
        )}
        <FilterSelect place={place} name="language" label="Language" options={languages} />
        <FilterSelect place={place} name="sort" label="Order" options={sorts} />
      </div>
    </FilterBar>
  );
}
