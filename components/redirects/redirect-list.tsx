"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX, Signpost } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { errorMessage, withQuery } from "#components/api-client.ts";
import { DataTable } from "#components/shell/data-table.tsx";
import { FilterBar } from "#components/shell/filter-bar.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { paths } from "#lib/paths.ts";
import { type Redirect, redirectsResource, useMoveRedirect, useSwitchRedirect } from "./api.ts";
import { OrderedTable } from "./ordered-table.tsx";
import { redirectColumns } from "./redirect-columns.tsx";
import { addressesOf, nameOf, typeNames } from "./redirect-words.ts";
import { useTest } from "./use-test.ts";

export type Move = (redirect: Redirect, position: number) => void;
const caption = "Redirects";

/** The redirects of a project in the order they are tried. The address holds the filter. */
export function RedirectList({ project, q }: { project: string; q: string | undefined }) {
  const { data, error, isFetching, refetch } = useQuery(redirectsResource(project));
  const all = data?.results ?? [];
  const order = useMove(project, all.length);
  const toggle = useSwitchRedirect(project);
  const test = useTest(project);
  const rows = useMemo(() => all.filter(filterOf(q)), [all, q]);
  const columns = redirectColumns({
    project,
    all,
    orderable: !q && all.length > 1,
    // What was found before a change says nothing about the list after it.
    test: order.pending || toggle.isPending ? undefined : test.data,
    move: order.move,
    onSwitch: ({ pk }, enabled) => toggle.mutate({ redirect: pk, enabled }),
  });
  if (!data) {
    return (
      <Callout
        tone="danger"
        live
        title="The redirects could not be loaded."
        actions={
          <Button small pending={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        }
      >
        {error && errorMessage(error)}
      </Callout>
    );
  }
  if (all.length === 0) return <FirstRedirect project={project} />;
  const problem = order.error ?? toggle.error;
  const table = { caption, rows, columns };
  return (
    <>
      <Filter project={project} q={q} count={all.length} />
      {problem && (
        <Callout tone="danger" live title="Not saved. The list is as it was.">
          {errorMessage(problem)}
        </Callout>
      )}
      <p role="status" className="sr-only">
        {order.said}
      </p>
      <div className="overflow-hidden rounded-card border bg-surface">
        {rows.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title={`No redirects match “${q}”`}
            actions={<ButtonLink href={paths.redirects(project)}>Clear filter</ButtonLink>}
          />
        ) : q || all.length < 2 ? (
          <DataTable {...table} rowKey={({ pk }) => pk} />
        ) : (
          <OrderedTable {...table} move={order.move} />
        )}
      </div>
    </>
  );
}

function Filter({ project, q, count }: { project: string; q: string | undefined; count: number }) {
  const test = useSearchParams().get("test") ?? undefined;
  const path = paths.redirects(project);
  return (
    <FilterBar place={{ path, filter: { q, test } }} name="q" label="Filter redirects">
      <p className="text-muted">
        {q ? (
          <>
            <a className="link" href={withQuery(path, { test })}>
              Clear the filter
            </a>{" "}
            to reorder.
          </>
        ) : (
          count > 1 && "They are tried from the top; the first that matches decides. Drag to reorder."
        )}
      </p>
    </FilterBar>
  );
}

function filterOf(q: string | undefined): (redirect: Redirect) => boolean {
  const wanted = (q ?? "").toLowerCase();
  return (redirect) => {
    const { from, to } = addressesOf(redirect);
    const texts = [from, to, redirect.description ?? "", typeNames[redirect.type]];
    return texts.some((text) => text.toLowerCase().includes(wanted));
  };
}

/** Moving, with what is said about it. */
function useMove(project: string, count: number) {
  const mutation = useMoveRedirect(project);
  const [said, setSaid] = useState("");
  const move: Move = (redirect, position) => {
    const to = Math.max(0, Math.min(position, count - 1));
    if (to === redirect.position) return;
    mutation.mutate({ redirect: redirect.pk, position: to });
    setSaid(`${nameOf(redirect)} moved to position ${to + 1} of ${count}.`);
  };
  return { move, said, error: mutation.error, pending: mutation.isPending };
}

function FirstRedirect({ project }: { project: string }) {
  return (
    <div className="rounded-card border bg-surface">
      <EmptyState
        icon={Signpost}
        title="No redirects yet"
        actions={
          <>
            <ButtonLink look="primary" href={paths.newRedirect(project)}>
              Add redirect
            </ButtonLink>
            <ButtonLink href={paths.importRedirects(project)}>Import a list</ButtonLink>
          </>
        }
      >
        When a page moves, a redirect takes readers of its old address to the new one: <code>/install</code> →{" "}
        <code>/start</code> in every version and language.
      </EmptyState>
    </div>
  );
}
