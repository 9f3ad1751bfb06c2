import type { BuildEvent } from "#lib/builds/runs/schema.ts";

type Notice = Extract<BuildEvent, { kind: "notice" }>;
type StateChange = { state: string; at: string };

/** What React shows of a stream: everything but the lines. */
export type BuildProgress = {
  /** State changes of the current attempt, in order. */
  states: readonly StateChange[];
  notices: readonly Notice[];
  end: Extract<BuildEvent, { kind: "end" }> | null;
  connection: "connecting" | "open" | "lost";
};

export const noProgress: BuildProgress = { states: [], notices: [], end: null, connection: "connecting" };

/** Says why a build waits; of no interest once it does not. */
const waits = "build:user:concurrency-limit-reached";

/** The next progress after an event; lines and commands change nothing here. */
export function advance(progress: BuildProgress, event: BuildEvent): BuildProgress {
  if (event.kind === "state") {
    const change = { state: event.state, at: event.at };
    const fresh = event.state === "triggered";
    return {
      ...progress,
      states: fresh ? [change] : [...progress.states, change],
      notices: fresh ? [] : progress.notices.filter((notice) => notice.message_id !== waits),
    };
  }
  if (event.kind === "notice") return { ...progress, notices: [...progress.notices, event] };
  if (event.kind === "end") return { ...progress, end: event };
  return progress;
}
