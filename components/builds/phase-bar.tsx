"use client";

import { clsx } from "clsx";
import { Elapsed } from "#components/ui/time.tsx";
import { durationText } from "#components/ui/time-text.ts";
import type { BuildProgress } from "./log/progress.ts";

const phases = [
  { state: "triggered", word: "Queued" },
  { state: "cloning", word: "Cloning" },
  { state: "installing", word: "Installing" },
  { state: "building", word: "Building" },
  { state: "uploading", word: "Publishing" },
] as const;

/** The way of a build from the queue to its end, with the time each phase took. */
export function PhaseBar({ progress }: { progress: BuildProgress }) {
  const { states, end } = progress;
  const last = states.findLastIndex((change) => phases.some(({ state }) => state === change.state));
  return (
    <ol aria-label="Phases" className="grid grid-cols-5 gap-1 max-sm:grid-cols-1">
      {phases.map(({ state, word }) => {
        const at = states.findIndex((change) => change.state === state);
        const change = states[at];
        const next = states[at + 1]?.at ?? end?.at;
        const now = at !== -1 && at === last && !end;
        const stopped = at !== -1 && at === last && end?.success === false;
        const failed = stopped && end?.state === "finished";
        return (
          <li
            key={state}
            aria-current={now ? "step" : undefined}
            className={clsx(
              "border-t-[3px] pt-1.5 text-meta max-sm:border-t-0 max-sm:border-s-[3px] max-sm:py-0.5 max-sm:ps-3",
              failed
                ? "border-danger"
                : stopped
                  ? "border-control"
                  : now
                    ? "border-running"
                    : change
                      ? "border-success"
                      : "border-border",
            )}
          >
            <span className={clsx("me-2", change ? "font-medium" : "text-muted")}>{word}</span>
            <span className="text-muted tabular-nums">
              {now && change ? (
                <Elapsed since={change.at} />
              ) : change && next ? (
                durationText(Math.max(0, Math.round((Date.parse(next) - Date.parse(change.at)) / 1000)))
              ) : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
