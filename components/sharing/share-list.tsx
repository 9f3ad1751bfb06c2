"use client";

import { useQuery } from "@tanstack/react-query";
import { Code, KeyRound, Link2, type LucideIcon, Share2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { withQuery } from "#components/api-client.ts";
import type { Column } from "#components/shell/data-table.tsx";
import { FilterBar, ViewLinks } from "#components/shell/filter-bar.tsx";
import { ListBody, type ListPlace } from "#components/shell/list-screen.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import type { ShareType } from "#lib/sharing/schema.ts";
import { type Share, type SharesFilter, sharesPerPage, sharesResource } from "./api.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { RecipeChooser } from "./recipe-chooser.tsx";
import { ShareActions } from "./share-actions.tsx";
import { ShareStatus } from "./share-status.tsx";
import { dayText, reachText, typeNames } from "./share-words.ts";

const icons: Record<ShareType, LucideIcon> = {
  token: Link2,
  password: KeyRound,
  http_header_token: Code,
};

const views = [
  { name: "Active", status: undefined },
  { name: "Expiring", status: "expiring" },
  { name: "Expired", status: "expired" },
  { name: "Revoked", status: "revoked" },
  { name: "All", status: "all" },
] as const;

type Selection = { chosen: ReadonlyMap<number, Share>; toggle: (share: Share) => void };

const shareColumns = (project: string, { chosen, toggle }: Selection): readonly Column<Share>[] => [
  {
    head: "Select",
    cell: (share) => (
      <input
        type="checkbox"
        aria-label={`Select ${share.description}`}
        checked={chosen.has(share.id)}
        onChange={() => toggle(share)}
        className="size-4 accent-accent pointer-coarse:size-6"
      />
    ),
  },
  {
    head: "Share",
    unlabelled: true,
    cell: (share) => {
      const Icon = icons[share.access_type];
      return (
        <span className="block min-w-40">
          <Link
            href={paths.share(project, share.id)}
            dir="auto"
            className="line-clamp-2 text-body font-medium break-words text-text hover:text-accent hover:underline"
          >
            {share.description}
          </Link>
          <span className="flex items-center gap-x-1.5 text-muted">
            <Icon className="size-3.5 shrink-0" aria-hidden="true" />
            {typeNames[share.access_type]}
            {share.for_recipients &&
              ` · ${share.recipients} ${share.recipients === 1 ? "recipient" : "recipients"}`}
          </span>
          <span className="block break-words text-muted">
            {share.created_by ?? "Somebody who left"}, <Time at={share.created} />
          </span>
        </span>
      );
    },
  },
  { head: "Access", cell: (share) => <Reach share={share} /> },
  { head: "Status", cell: (share) => <ShareStatus share={share} /> },
  {
    head: "Ends",
    cell: (share) => (
      <time dateTime={share.expires} title="Through the end of this day, UTC" className="whitespace-nowrap">
        {dayText(share.expires)}
      </time>
    ),
  },
  {
    head: "Last used",
    cell: (share) =>
      share.last_used_at ? <Time at={share.last_used_at} /> : <span className="text-muted">Never</span>,
  },
  {
    head: "Uses",
    cell: (share) => <span title="Sessions in 30 days">{share.uses.toLocaleString("en")}</span>,
  },
  {
    head: "Actions",
    unlabelled: true,
    end: true,
    cell: (share) => <ShareActions project={project} share={share} />,
  },
];

function Reach({ share }: { share: Share }) {
  const text = reachText({
    allVersions: share.allow_all,
    versions: share.versions,
    patterns: share.version_patterns,
  });
  return (
    <span className="break-words">
      {share.allow_all ? "All versions" : text}
      {share.path_prefixes.length > 0 && (
        <span className="block text-muted break-all">{share.path_prefixes.join(", ")}</span>
      )}
    </span>
  );
}

/** A view's name with how many there are, once that is known. */
function useViewNames(project: string): readonly string[] {
  const count = (status: SharesFilter["status"]) => sharesResource(project, { status }, 1);
  const active = useQuery(count(undefined)).data?.count;
  const expiring = useQuery(count("expiring")).data?.count;
  const expired = useQuery(count("expired")).data?.count;
  const revoked = useQuery(count("revoked")).data?.count;
  const counts = [active, expiring, expired, revoked, undefined];
  return views.map(({ name }, at) => (counts[at] === undefined ? name : `${name} (${counts[at]})`));
}

/** The shares of a project. The address holds the filter, under the API's own names. */
export function ShareList({
  project,
  filter,
  choosing,
}: {
  project: string;
  filter: SharesFilter;
  /** The recipes stand above it already. */
  choosing: boolean;
}) {
  const router = useRouter();
  const names = useViewNames(project);
  const { data: shown } = useQuery(sharesResource(project, filter));
  const [chosen, setChosen] = useState<ReadonlyMap<number, Share>>(new Map());
  const path = paths.sharing(project);
  const { offset, ...kept } = filter;
  const place: ListPlace = { path, filter: { ...kept, offset: offset || undefined } };
  const toggle = (share: Share): void => {
    const next = new Map(chosen);
    if (!next.delete(share.id)) next.set(share.id, share);
    setChosen(next);
  };
  return (
    <>
      <FilterBar place={place} name="q" label="Filter by description">
        <div className="flex flex-wrap items-center gap-3">
          <ViewLinks
            label="Shares shown"
            views={views.map(({ status }, at) => ({
              name: names[at] ?? "",
              href: withQuery(path, { ...kept, status }),
              here: status === filter.status,
            }))}
          />
          <select
            aria-label="Access type"
            value={filter.type ?? ""}
            onChange={(event) =>
              router.push(withQuery(path, { ...kept, type: event.target.value || undefined }), {
                scroll: false,
              })
            }
            className="h-8 rounded-control border border-control bg-surface px-2 pointer-coarse:h-11"
          >
            <option value="">All types</option>
            {Object.entries(typeNames).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </FilterBar>
      <BulkBar
        project={project}
        shares={[...chosen.values()]}
        shown={shown?.results ?? []}
        onChange={(shares) => setChosen(new Map(shares.map((share) => [share.id, share])))}
      />
      <ListBody
        resource={sharesResource(project, filter)}
        place={place}
        perPage={sharesPerPage}
        caption="Shares"
        columns={shareColumns(project, { chosen, toggle })}
        rowKey={(share) => share.id}
        empty={<FirstShare project={project} choosing={choosing} />}
      />
    </>
  );
}

function FirstShare({ project, choosing }: { project: string; choosing: boolean }) {
  return (
    <div className="pb-6">
      <EmptyState icon={Share2} title="No active shares">
        A share lets people outside your organization read this project's private documentation.
        {!choosing && " What do you want to do?"}
      </EmptyState>
      {!choosing && (
        <div className="px-4 sm:px-6">
          <RecipeChooser project={project} />
        </div>
      )}
    </div>
  );
}
