"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { withQuery } from "#components/api-client.ts";
import { versionChoices } from "#components/versions/api.ts";
import { paths } from "#lib/paths.ts";
import type { BuildsFilter } from "./api.ts";

/** Narrows the list of builds to one version. */
export function VersionChoice({ project, filter }: { project: string; filter: BuildsFilter }) {
  const router = useRouter();
  const { data } = useQuery(versionChoices(project));
  const active = data?.results.map(({ slug }) => slug) ?? [];
  const slugs = new Set(filter.version ? [filter.version, ...active] : active);
  const { offset: _offset, ...others } = filter;
  return (
    <select
      aria-label="Version"
      value={filter.version ?? ""}
      onChange={(event) =>
        router.push(withQuery(paths.builds(project), { ...others, version: event.target.value }))
      }
      className="h-8 max-w-full max-sm:grow sm:max-w-48 rounded-control border border-control bg-surface px-2 pointer-coarse:h-11"
    >
      <option value="">All versions</option>
      {[...slugs].map((slug) => (
        <option key={slug} value={slug}>
          {slug}
        </option>
      ))}
    </select>
  );
}
