import { onTestFinished, vi } from "vitest";
import { clock } from "#lib/platform/clock.ts";

/** Stops the time until the test is over, so that no window of a limit ends in its middle. */
export function stopClock(): void {
  const stopped = vi.spyOn(clock, "now").mockReturnValue(new Date());
  onTestFinished(() => void stopped.mockRestore());
}
