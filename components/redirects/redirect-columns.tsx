import { ArrowRight } from "lucide-react";
import type { Column } from "#components/shell/data-table.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Link } from "#components/ui/link.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { paths } from "#lib/paths.ts";
import { AddressText } from "./address-text.tsx";
import type { Redirect, RedirectTest } from "./api.ts";
import { DragHandle } from "./drag-handle.tsx";
import { RedirectActions } from "./redirect-actions.tsx";
import type { Move } from "./redirect-list.tsx";
import { addressesOf, nameOf, numberOf, typeNames, unreachableText } from "./redirect-words.ts";

type About = {
  project: string;
  /** Also those a filter hides. */
  all: readonly Redirect[];
  orderable: boolean;
  /** What was tried, once the answer is there. */
  test: RedirectTest | undefined;
  move: Move;
  onSwitch: (redirect: Redirect, enabled: boolean) => void;
};

export function redirectColumns({ project, all, orderable, test, move, onSwitch }: About) {
  const winners = new Set(test?.results.map(({ redirect }) => redirect));
  const unreachable = new Map(
    test?.never_reached.map(({ redirect, reason, because_of }) => [
      redirect,
      unreachableText(reason, numberOf(all, because_of)),
    ]),
  );
  return [
    {
      head: "Number",
      corner: true,
      cell: (redirect) => (
        <span className="flex items-center gap-1">
          {orderable && <DragHandle of={nameOf(redirect)} />}
          <span className="min-w-5">{redirect.position + 1}</span>
        </span>
      ),
    },
    {
      head: "Redirect",
      unlabelled: true,
      cell: (redirect) => (
        <span className="block min-w-48">
          <Addresses project={project} redirect={redirect} />
          {redirect.description && (
            <span dir="auto" className="block break-words text-muted">
              {redirect.description}
            </span>
          )}
          <Marks decides={winners.has(redirect.pk)} unreachable={unreachable.get(redirect.pk)} />
        </span>
      ),
    },
    { head: "Type", cell: ({ type }) => <span className="whitespace-nowrap">{typeNames[type]}</span> },
    {
      head: "Status",
      cell: ({ http_status, force }) => (
        <span className="flex flex-wrap gap-1">
          {http_status}
          {force && <Chip tone="warning">Forced</Chip>}
        </span>
      ),
    },
    {
      head: "Enabled",
      cell: (redirect) => (
        <Switch
          label={`Enabled: ${nameOf(redirect)}`}
          on={redirect.enabled !== false}
          onChange={(enabled) => onSwitch(redirect, enabled)}
        />
      ),
    },
    {
      head: "Actions",
      unlabelled: true,
      end: true,
      cell: (redirect) => (
        <RedirectActions project={project} redirect={redirect} count={all.length} move={move} />
      ),
    },
  ] satisfies Column<Redirect>[];
}

function Addresses({ project, redirect }: { project: string; redirect: Redirect }) {
  const { from, to } = addressesOf(redirect);
  return (
    <span className="block">
      <Link
        href={paths.redirectEdit(project, redirect.pk)}
        className="alone font-medium text-text hover:text-accent hover:underline"
      >
        <span className="sr-only">Edit </span>
        <AddressText address={from} />
      </Link>{" "}
      <ArrowRight className="inline size-3.5 text-muted" aria-label="to" /> <AddressText address={to} />
    </span>
  );
}

/** What the addresses that were tried say about a redirect. */
function Marks({ decides, unreachable }: { decides: boolean; unreachable: string | undefined }) {
  if (!decides && unreachable === undefined) return null;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1.5">
      {decides && <Chip tone="success">Decides what was tried</Chip>}
      {unreachable !== undefined && (
        <>
          <Chip tone="warning">Never reached</Chip>
          <span className="text-muted">{unreachable}</span>
        </>
      )}
    </span>
  );
}
