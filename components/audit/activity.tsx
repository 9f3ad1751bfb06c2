"use client";

import { Download, History } from "lucide-react";
import type { Column } from "#components/shell/data-table.tsx";
import { FilterBar } from "#components/shell/filter-bar.tsx";
import { FilterSelect } from "#components/shell/filter-select.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Time } from "#components/ui/time.tsx";
import { auditKinds } from "#lib/audit/rules.ts";
import { paths } from "#lib/paths.ts";
import {
  type ActivityFilter,
  type ActivityOf,
  type AuditEvent,
  activityFile,
  activityResource,
  eventsPerPage,
} from "./api.ts";
import { actionText, changesOf, kindNames } from "./audit-words.ts";
import { DayRange } from "./day-range.tsx";

const bySelf = new Set(["system", "operator"]);

function Actor({ actor }: Pick<AuditEvent, "actor">) {
  const self = bySelf.has(actor.kind);
  const how = self ? actor.name : actor.kind === "token" ? "by API token" : null;
  return (
    <span className="block min-w-0 sm:min-w-32">
      <bdi className="font-medium wrap-anywhere">{self ? "Lectern" : actor.name}</bdi>
      {how && <span className="block text-muted">{how}</span>}
    </span>
  );
}

/** So many changes of an event stand in the list; its details have all. */
const changesShown = 4;

function What({ event }: { event: AuditEvent }) {
  const changes = changesOf(event.changes);
  return (
    <span className="block min-w-0 space-y-1">
      <span className="block">
        <span className="first-letter:uppercase inline-block">{actionText(event.action)}</span>{" "}
        <bdi className="font-medium wrap-anywhere">{event.subject.name}</bdi>
      </span>
      {changes.length > 0 && (
        <ul className="text-muted">
          {changes.slice(0, changesShown).map(({ field, from, to }) => (
            <li key={field} className="line-clamp-2 wrap-anywhere">
              {field}: {from !== null && <del>{from}</del>} {from !== null && "→ "}
              <ins className="no-underline">{to}</ins>
            </li>
          ))}
          {changes.length > changesShown && <li>and {changes.length - changesShown} more</li>}
        </ul>
      )}
      <details>
        <summary className="w-fit text-muted underline decoration-dotted">
          Details<span className="sr-only"> of this event</span>
        </summary>
        <pre className="mt-1 max-w-[80ch] overflow-x-auto rounded-control bg-subtle p-2 font-mono text-code whitespace-pre-wrap break-all">
          {JSON.stringify(event, null, 2)}
        </pre>
      </details>
    </span>
  );
}

const columnsFor = (withProject: boolean): readonly Column<AuditEvent>[] => [
  { head: "When", cell: ({ at }) => <Time at={at} /> },
  { head: "Who", cell: ({ actor }) => <Actor actor={actor} /> },
  { head: "What", cell: (event) => <What event={event} /> },
  {
    head: "About",
    // On a phone a chip by itself would fill the cell.
    cell: ({ kind }) => (
      <span>
        <Chip>{kindNames[kind]}</Chip>
      </span>
    ),
  },
  ...(withProject
    ? [
        {
          head: "Project",
          cell: ({ project }: AuditEvent) =>
            project === null ? (
              <span className="text-muted">–</span>
            ) : (
              <Link href={paths.project(project)} className="link wrap-anywhere">
                {project}
              </Link>
            ),
        },
      ]
    : []),
  {
    head: "From",
    cell: ({ address }) =>
      address === null ? <span className="text-muted">–</span> : <code>{address}</code>,
  },
];

const kinds = [
  { value: "", label: "Everything" },
  ...auditKinds.map((kind) => ({ value: kind, label: kindNames[kind] })),
];

/** What was done, the latest first, narrowed by the address and saved as a file on request. */
export function Activity({ of, path, filter }: { of: ActivityOf; path: string; filter: ActivityFilter }) {
  const place = { path, filter };
  return (
    <>
      <FilterBar place={place} name="q" label="Filter by name or action">
        <div className="grid gap-2 max-sm:w-full sm:flex sm:flex-wrap sm:items-center">
          <FilterSelect place={place} name="kind" label="Kind" options={kinds} />
          <DayRange place={place} />
        </div>
      </FilterBar>
      <ListBody
        resource={activityResource(of, filter)}
        place={place}
        perPage={eventsPerPage}
        caption="Events"
        columns={columnsFor("organization" in of)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={History} title="Nothing happened yet">
            Every change is written down here: who, what, from what to what, and when.
          </EmptyState>
        }
      />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-meta text-muted">
        <span>Entries are never changed and never deleted.</span>
        {(["csv", "json"] as const).map((as) => (
          <a
            key={as}
            href={activityFile(of, filter, as)}
            download
            className="link inline-flex items-center gap-1 pointer-coarse:min-h-11"
          >
            <Download className="size-3.5" aria-hidden="true" />
            Download {as.toUpperCase()}
          </a>
        ))}
      </p>
    </>
  );
}
