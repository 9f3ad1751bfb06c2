"use client";

import { type ReactNode, useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { say } from "#components/ui/toast.ts";
import type { Selection } from "./selection.tsx";

type Nouns = readonly [one: string, many: string];
export const countOf = (count: number, [one, many]: Nouns): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** Something done to each selected row; see `useEach`. */
type Each<Row> = {
  pending: boolean;
  /** How many are done while it runs, as “37 of 214”. */
  progress: string | null;
  problems: readonly string[];
  run: (verb: string, work: (row: Row) => Promise<unknown>, undo?: () => void) => Promise<void>;
};

/** Does something to the selected rows, one after the other; says how many it was done to, and keeps what was refused on the page. */
export function useEach<Row>(
  selection: Selection<Row>,
  nouns: Nouns,
  nameOf: (row: Row) => string,
): Each<Row> {
  const [progress, setProgress] = useState<string | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  return {
    pending: progress !== null,
    progress,
    problems,
    run: async (verb, work, undo) => {
      const { rows } = selection;
      const refused: string[] = [];
      for (const [at, row] of rows.entries()) {
        setProgress(`${at + 1} of ${rows.length}`);
        await work(row).catch((error: unknown) => refused.push(`${nameOf(row)}: ${errorMessage(error)}`));
      }
      setProgress(null);
      setProblems(refused);
      selection.clear();
      document.querySelector<HTMLElement>("h1")?.focus();
      const done = rows.length - refused.length;
      if (done > 0) await say(`${verb} ${countOf(done, nouns)}`, undo);
    },
  };
}

/**
 * What can be done with the selected rows: stands above the list while there are any. `matching` is how many rows the list's filter
 * has in all and how to get them.
 */
export function BulkBar<Row>({
  selection,
  nouns,
  matching,
  progress = null,
  problems = [],
  children,
}: {
  selection: Selection<Row>;
  nouns: Nouns;
  matching?: { count: number; all: () => Promise<readonly Row[]> };
  progress?: string | null;
  problems?: readonly string[];
  children: ReactNode;
}) {
  const [loading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { rows, shown } = selection;
  const missing = shown.filter((row) => !selection.has(row));
  const others = matching !== undefined && matching.count > rows.length && matching.count > shown.length;

  const selectAll = async (): Promise<void> => {
    setLoading(true);
    setFailure(null);
    try {
      selection.add((await matching?.all()) ?? []);
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setLoading(false);
  };

  return (
    <>
      {problems.length > 0 && (
        <Callout tone="danger" live title={`Some ${nouns[1]} were refused.`}>
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Callout>
      )}
      {rows.length > 0 && (
        <section
          aria-label={`Selected ${nouns[1]}`}
          className="sticky top-14 z-10 flex flex-wrap items-center gap-2 rounded-card border bg-accent-soft px-4 py-2"
        >
          <p role="status" className="tabular-nums">
            {progress ?? `${rows.length.toLocaleString("en")} selected`}
          </p>
          <Button small look="ghost" onClick={selection.clear}>
            Clear selection
          </Button>
          {missing.length > 0 && (
            <Button small look="ghost" onClick={() => selection.add(missing)}>
              Select all on this page
            </Button>
          )}
          {others && (
            <Button small look="ghost" pending={loading} onClick={selectAll}>
              Select all {matching.count.toLocaleString("en")} that match
            </Button>
          )}
          <span className="flex flex-wrap items-center gap-2 sm:ms-auto">{children}</span>
          {failure && <p className="w-full text-danger">{failure}</p>}
        </section>
      )}
    </>
  );
}
