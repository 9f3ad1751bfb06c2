import { type BuildState, buildStates } from "#lib/builds/runs/schema.ts";

/** States nothing follows. A build in one of these has a `success` and keeps it. */
export const finalStates = ["finished", "cancelled"] as const satisfies readonly BuildState[];
/** States in which a worker holds the build. */
export const runningStates = [
  "cloning",
  "installing",
  "building",
  "uploading",
] as const satisfies readonly BuildState[];
/** Everything not final: what the API's `running` filter means. */
export const openStates = ["triggered", ...runningStates] as const satisfies readonly BuildState[];

export const isFinal = (state: BuildState): boolean => (finalStates as readonly BuildState[]).includes(state);

/**
 * What may follow a state. Back to `triggered` is a lost worker's build going to another one; a build being uploaded can no longer
 * be cancelled, only fail or succeed.
 */
const transitions: Readonly<Record<BuildState, readonly BuildState[]>> = {
  triggered: ["cloning", "finished", "cancelled"],
  cloning: ["installing", "building", "finished", "cancelled", "triggered"],
  installing: ["building", "finished", "cancelled", "triggered"],
  building: ["uploading", "finished", "cancelled", "triggered"],
  uploading: ["finished", "triggered"],
  finished: [],
  cancelled: [],
};

/** The states that may come before this one: the WHERE of an update that goes into it. */
export const statesBefore = (next: BuildState): BuildState[] =>
  buildStates.filter((state) => transitions[state].includes(next));

type Check = ((build: { state: BuildState }) => boolean) & { readonly states: readonly BuildState[] };

const inStates = (states: readonly BuildState[]): Check =>
  Object.assign((build: { state: BuildState }) => states.includes(build.state), { states });

/** Which actions a build's state allows. The API refuses, the dashboard disables, the worker obeys by the same table. */
export const buildCan = {
  cancel: inStates(["triggered", "cloning", "installing", "building"]),
  retry: inStates(finalStates),
} as const;

/** A state as people read it: `triggered` → `Triggered`. */
export const stateName = (state: string): string => state.charAt(0).toUpperCase() + state.slice(1);

/** Whether a project may build at the moment: its builds are on and its organization is not disabled (spec/builds.md 2.2). */
export const mayBuild = (project: {
  buildsOffAt: Date | null;
  organization: { disabledAt: Date | null } | null;
}): boolean => !project.buildsOffAt && !project.organization?.disabledAt;

/** Waiting longer than this is worth a remark (spec/builds.md 11.2), in milliseconds. */
const staleMs = 5 * 60_000;

/** Whether a build has waited so long that its people should be told; nothing else follows from it. */
export const isStale = (build: { state: BuildState; created: Date }, now: Date): boolean =>
  build.state === "triggered" && now.getTime() - build.created.getTime() > staleMs;

/** What ended a build before its time. */
export type CancelledBy = {
  readonly reason: "person" | "newer_build" | "deactivated" | "builds_off" | "worker_lost" | "skipped";
  readonly newerBuildId: number | null;
};

/** The sentence a cancelled build's notice ends with. It names nobody: whoever sees the build reads it. */
export function cancelledSentence({ reason, newerBuildId }: CancelledBy): string {
  switch (reason) {
    case "person":
      return "Somebody cancelled it.";
    case "newer_build":
      return newerBuildId === null
        ? "A newer build of the version took its place."
        : `Build ${newerBuildId} of the same version took its place.`;
    case "deactivated":
      return "The version was deactivated.";
    case "builds_off":
      return "Builds of the project were switched off.";
    case "worker_lost":
    case "skipped":
      return "";
  }
}
