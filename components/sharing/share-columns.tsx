"use client";

import { Code, KeyRound, Link2, type LucideIcon } from "lucide-react";
import type { Column } from "#components/shell/data-table.tsx";
import { type Selection, selectColumn } from "#components/shell/selection.tsx";
import { Link } from "#components/ui/link.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import type { ShareType } from "#lib/sharing/schema.ts";
import type { Share } from "./api.ts";
import { ShareActions } from "./share-actions.tsx";
import { ShareStatus } from "./share-status.tsx";
import { dayText, reachText, recipientsText, typeNames } from "./share-words.ts";

const icons: Record<ShareType, LucideIcon> = {
  token: Link2,
  password: KeyRound,
  http_header_token: Code,
};

/** The columns of a list of shares; with `projects` of several. */
export const shareColumns = (
  selection: Selection<Share>,
  { projects = false } = {},
): readonly Column<Share>[] => [
  selectColumn(selection, ({ description }) => description),
  {
    head: "Share",
    unlabelled: true,
    grow: true,
    cell: (share) => {
      const Icon = icons[share.access_type];
      return (
        <span className="block">
          <Link
            href={paths.share(share.project, share.id)}
            dir="auto"
            className="line-clamp-2 text-body font-medium wrap-anywhere text-text hover:text-accent hover:underline"
          >
            {share.description}
          </Link>
          {projects && (
            <span className="block text-muted">
              in{" "}
              <Link className="link wrap-anywhere" href={paths.sharing(share.project)}>
                {share.project}
              </Link>
            </span>
          )}
          <span className="flex gap-x-1.5 text-muted">
            <Icon className="mt-0.75 size-3.5 shrink-0" aria-hidden="true" />
            {typeNames[share.access_type]}
            {share.for_recipients && ` · ${recipientsText(share.recipients)}`}
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
    head: "Ends (UTC)",
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
    cell: (share) => (
      <span title="Sessions in 30 days">
        {share.uses.toLocaleString("en")}
        {share.uses > 0 && <UseBars days={share.uses_by_day} />}
      </span>
    ),
  },
  {
    head: "Actions",
    unlabelled: true,
    end: true,
    cell: (share) => <ShareActions share={share} />,
  },
];

const tall = 16;

/** Sessions by day, today's last; the number beside it says as much. */
function UseBars({ days }: { days: readonly number[] }) {
  const most = Math.max(...days);
  const bars = days.map((sessions, at) => {
    const height = Math.ceil((sessions / most) * tall);
    return `M${at * 2} ${tall}v-${height}h1.5v${height}z`;
  });
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${days.length * 2} ${tall}`} className="mt-1 h-4 w-15 fill-accent">
      <path d={bars.join("")} />
    </svg>
  );
}

function Reach({ share }: { share: Share }) {
  const text = reachText({
    allVersions: share.allow_all,
    versions: share.versions,
    patterns: share.version_patterns,
  });
  return (
    <span className="break-words">
      {share.allow_all ? <span className="whitespace-nowrap">All versions</span> : text}
      {share.path_prefixes.length > 0 && (
        <span className="block text-muted wrap-anywhere">{share.path_prefixes.join(", ")}</span>
      )}
    </span>
  );
}
