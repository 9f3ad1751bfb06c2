import { BuildCancelled } from "#lib/builds/runs/commands.ts";

/** How a running build is stopped from outside. */
export type BuildControl = {
  readonly signal: AbortSignal;
  /** Somebody cancelled it. Too late once it is being published. */
  cancel(): void;
  /** The worker may not or will not go on: the hold is lost, or it is handed back. */
  stop(reason: Error): void;
  /** Publishing has begun: from here on nobody can cancel. */
  commit(): void;
};

export function createControl(): BuildControl {
  const abort = new AbortController();
  let committed = false;
  return {
    signal: abort.signal,
    cancel: () => {
      if (!committed) abort.abort(new BuildCancelled());
    },
    stop: (reason) => abort.abort(reason),
    commit: () => {
      committed = true;
    },
  };
}
