import { Ban, CircleCheck, CircleX, Clock } from "lucide-react";
import { Chip, type Tone } from "#components/ui/chip.tsx";

type Shown = { word: string; tone: Tone; icon: typeof Clock };

const running: Readonly<Record<string, string>> = {
  cloning: "Cloning",
  installing: "Installing",
  building: "Building",
  uploading: "Publishing",
};

/** The word of a build's state; what the page's title starts with. */
export function stateWord(state: string, success: boolean | null): string {
  if (state === "triggered") return "Queued";
  if (state === "cancelled") return "Cancelled";
  if (state === "finished") return success ? "Passed" : "Failed";
  return running[state] ?? "Running";
}

function shown(state: string, success: boolean | null): Shown {
  const word = stateWord(state, success);
  if (state === "triggered") return { word, tone: "neutral", icon: Clock };
  if (state === "cancelled") return { word, tone: "neutral", icon: Ban };
  if (state === "finished") {
    return success ? { word, tone: "success", icon: CircleCheck } : { word, tone: "danger", icon: CircleX };
  }
  return { word, tone: "running", icon: Clock };
}

/** A build's state as colour, icon and word. */
export function BuildChip({
  state,
  success,
  large = false,
}: {
  state: string;
  success: boolean | null;
  large?: boolean;
}) {
  const { word, tone, icon } = shown(state, success);
  return (
    <Chip tone={tone} icon={icon} turning={tone === "running"} large={large}>
      {word}
    </Chip>
  );
}
