import { Ban, CircleCheck, CircleX, Clock, SkipForward } from "lucide-react";
import type { Schema } from "#components/api-operations.ts";
import { Chip, type Tone } from "#components/ui/chip.tsx";

/** Where a build stands. `skipped`: it was cancelled because the project itself asked to. */
export type BuildStanding = { state: string; success: boolean | null; skipped?: boolean };

const running: Readonly<Record<string, string>> = {
  cloning: "Cloning",
  installing: "Installing",
  building: "Building",
  uploading: "Publishing",
};

export const isSkipped = (details: Schema<"BuildDetails"> | undefined): boolean =>
  details?.cancellation?.reason === "skipped";

/** The word of a build's state; what the page's title starts with. */
export function stateWord({ state, success, skipped }: BuildStanding): string {
  if (state === "triggered") return "Queued";
  if (state === "cancelled") return skipped ? "Skipped" : "Cancelled";
  if (state === "finished") return success ? "Passed" : "Failed";
  return running[state] ?? "Running";
}

const looks: Readonly<Record<string, { tone: Tone; icon: typeof Clock }>> = {
  Queued: { tone: "neutral", icon: Clock },
  Cancelled: { tone: "neutral", icon: Ban },
  Skipped: { tone: "info", icon: SkipForward },
  Passed: { tone: "success", icon: CircleCheck },
  Failed: { tone: "danger", icon: CircleX },
};

const marks: Readonly<Record<string, string>> = {
  Passed: "✓",
  Failed: "✗",
  Cancelled: "⊘",
  Skipped: "⊘",
  Queued: "◷",
};

/** What a build's page is called: its state first, to be seen in a row of tabs. */
export function buildTitle(standing: BuildStanding, build: number, project: string): string {
  const word = stateWord(standing);
  return `${marks[word] ?? "◐"} ${word} · #${build} · ${project}`;
}

/** A build's state as colour, icon and word. */
export function BuildChip({ large = false, ...standing }: BuildStanding & { large?: boolean }) {
  const word = stateWord(standing);
  const { tone, icon } = looks[word] ?? { tone: "running", icon: Clock };
  return (
    <Chip tone={tone} icon={icon} turning={tone === "running"} large={large}>
      {word}
    </Chip>
  );
}
