import {
  appendLines,
  endCommand,
  type Lease,
  type RunningCommand,
  startCommand,
} from "#lib/builds/log/commands.ts";
import { lineCost, type SandboxResult } from "#lib/platform/sandbox/run.ts";
import { redactor } from "#worker/build/redact.ts";

type Step = Parameters<typeof startCommand>[1]["step"];

/** The command log of one build. Private values never get into it. */
export type BuildLog = {
  /** Writes down a command and, as it comes, what it prints. Gives back what `run` gives. */
  command(
    step: Step,
    text: string,
    run: (onLines: (lines: string[]) => void) => Promise<SandboxResult>,
  ): Promise<SandboxResult>;
  /** Writes down something that took no time, for example a file that was printed. */
  shown(step: Step, text: string, lines: readonly string[]): Promise<void>;
  readonly peakMemoryMb: number;
  /** Who ends a command that takes too much memory; null before the first. */
  readonly memoryHeldBy: SandboxResult["memoryHeldBy"] | null;
  /** What the commands have printed so far, counted as their limit counts it. */
  readonly outputBytes: number;
};

/** Readers get ten batches a second at most. */
const batchMs = 100;
/** Lines written in one step: this process has other builds to look after. */
const writtenAtOnce = 20_000;

/** A log whose lines and commands hide `secrets`. `failed` is called once when it can no longer be written. */
export function createBuildLog(
  held: Lease,
  secrets: readonly string[],
  failed: (error: unknown) => void,
): BuildLog {
  const redact = redactor(secrets);
  let position = 0;
  let peakMemoryMb = 0;
  let memoryHeldBy: BuildLog["memoryHeldBy"] = null;
  let outputBytes = 0;

  async function start(step: Step, text: string): Promise<RunningCommand> {
    position += 1;
    return startCommand(held, { position, step, command: redact(text) });
  }

  return {
    async command(step, text, run) {
      const command = await start(step, text);
      const lines = batches(held, command, redact, failed);
      let exitCode: number | null = null;
      let last: string[] = [];
      try {
        const result = await run((some) => {
          for (const line of some) outputBytes += Buffer.byteLength(line) + 1 + lineCost;
          last = [...last, ...some.slice(-lastLines)].slice(-lastLines);
          lines.push(some);
        });
        exitCode = result.exitCode;
        peakMemoryMb = Math.max(peakMemoryMb, result.peakMemoryMb);
        memoryHeldBy = result.memoryHeldBy;
        if (wasKilled(exitCode, last)) lines.push([killedNote]);
        return result;
      } finally {
        const lineCount = await lines.end();
        await endCommand(held, command, { exitCode, lineCount });
      }
    },
    async shown(step, text, lines) {
      const command = await start(step, text);
      await appendLines(held, command, 1, lines.map(redact));
      await endCommand(held, command, { exitCode: 0, lineCount: lines.length });
    },
    get peakMemoryMb() {
      return peakMemoryMb;
    },
    get memoryHeldBy() {
      return memoryHeldBy;
    },
    get outputBytes() {
      return outputBytes;
    },
  };
}

/** How many lines at the end of an output may tell of a killed program (spec/builds.md 9.2). */
const lastLines = 15;
const killedNote =
  "[A program of this command was killed, which usually means that it used too much memory.]";

const wasKilled = (exitCode: number | null, last: readonly string[]): boolean =>
  exitCode === 137 || (exitCode === 1 && last.some((line) => line.includes("Killed")));

function batches(
  held: Lease,
  command: RunningCommand,
  redact: (text: string) => string,
  failed: (error: unknown) => void,
) {
  let waiting: string[] = [];
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let lastWrite = 0;
  let broken = false;
  let writing: Promise<void> = Promise.resolve();

  function write(): void {
    timer = undefined;
    writing = writing.then(async () => {
      const lines = waiting;
      waiting = [];
      for (let at = 0; at < lines.length && !broken; at += writtenAtOnce) {
        const some = lines.slice(at, at + writtenAtOnce);
        const first = count + 1;
        count += some.length;
        lastWrite = performance.now();
        try {
          await appendLines(held, command, first, some);
        } catch (error) {
          broken = true;
          failed(error);
        }
      }
    });
  }

  return {
    push(lines: string[]): void {
      for (const line of lines) waiting.push(redact(line));
      timer ??= setTimeout(write, Math.max(0, batchMs - (performance.now() - lastWrite)));
    },
    async end(): Promise<number> {
      clearTimeout(timer);
      write();
      await writing;
      return count;
    },
  };
}
