import { useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import { useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";
import { type BulkChanges, type BulkOutcome, changeVersions } from "./api.ts";

/** So many versions a request changes: few enough that their number moves while somebody looks. */
const perRequest = 25;
/** So many refusals are told one by one. */
const mostTold = 20;

/** Changes many versions, some at a time: `progress` is “37 of 214 · 1 refused” meanwhile, what was refused stays to be read. */
export function useBulkRun(project: string) {
  const refresh = useRefresh();
  const [progress, setProgress] = useState<string | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);

  /** Returns the slugs that were changed. */
  const run = async (slugs: readonly string[], changes: BulkChanges): Promise<string[]> => {
    const changed: string[] = [];
    const refused: string[] = [];
    setProblems([]);
    for (let start = 0; start < slugs.length; start += perRequest) {
      setProgress(progressText(start, slugs.length, refused.length));
      const outcomes = await answerFor(project, slugs.slice(start, start + perRequest), changes);
      for (const { slug, outcome, reason } of outcomes) {
        if (outcome === "changed") changed.push(slug);
        if (outcome === "refused") refused.push(`${slug}: ${reason}`);
      }
    }
    setProgress(null);
    setProblems(told(refused));
    await refresh(apiPaths.project(project));
    return changed;
  };
  return { run, progress, problems };
}

function progressText(done: number, total: number, refused: number): string {
  const text = `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
  return refused === 0 ? text : `${text} · ${refused.toLocaleString("en")} refused`;
}

const told = (refused: readonly string[]): readonly string[] =>
  refused.length <= mostTold
    ? refused
    : [...refused.slice(0, mostTold), `And ${(refused.length - mostTold).toLocaleString("en")} more.`];

/** A request that fails as a whole counts as refused for each. */
const answerFor = (project: string, slugs: string[], changes: BulkChanges): Promise<readonly BulkOutcome[]> =>
  changeVersions(project, slugs, changes).then(
    ({ versions }) => versions,
    (error: unknown) =>
      slugs.map((slug) => ({ slug, outcome: "refused", reason: errorMessage(error), build: null })),
  );
