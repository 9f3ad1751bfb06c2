import type { Schema } from "#components/api-operations.ts";

const triggers: Readonly<Record<string, string>> = {
  manual: "By hand",
  api: "API",
  import: "Import",
  activation: "Version activated",
  push: "Push",
  pull_request: "Pull request",
  rule: "Rule",
  sync: "Version sync",
  retry: "Built again",
};

/** What started a build, in two words. */
export const triggerText = ({ trigger }: Pick<Schema<"BuildDetails">, "trigger">): string =>
  triggers[trigger] ?? trigger;

/** How long a waiting build will wait, as far as one can tell. */
export function waitingText({
  ahead,
  reason,
}: Pick<NonNullable<Schema<"BuildDetails">["waiting"]>, "ahead" | "reason">): string {
  if (reason === "concurrency")
    return "As many builds run as may run here at once. This one starts by itself as soon as one of them has ended.";
  if (ahead === 0) return "This build is next: it starts as soon as a worker is free.";
  return ahead === 1 ? "1 build is before this one." : `${ahead} builds are before this one.`;
}

const networks: Readonly<Record<string, string>> = {
  filtered: "Internet, without private addresses",
  open: "The machine's own network",
  none: "None",
};
export const networkText = (network: string): string => networks[network] ?? network;

const isolations: Readonly<Record<string, string>> = {
  bubblewrap: "Sandbox (bubblewrap)",
  none: "None: an ordinary process",
};
export const isolationText = (isolation: string): string => isolations[isolation] ?? isolation;

const watchers: Readonly<Record<string, string>> = { kernel: "operating system", watcher: "worker" };
export const memoryWatcherText = (heldBy: string): string => watchers[heldBy] ?? heldBy;

const toolNames: Readonly<Record<string, string>> = {
  python: "Python",
  nodejs: "Node.js",
  ruby: "Ruby",
  rust: "Rust",
  golang: "Go",
};
export const toolText = (tool: string): string => toolNames[tool] ?? tool;

const formatNames: Readonly<Record<string, string>> = { pdf: "PDF", epub: "EPUB", htmlzip: "Zipped HTML" };
export const formatText = (format: string): string => formatNames[format] ?? format;
