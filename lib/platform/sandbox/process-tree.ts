import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

export type Process = {
  readonly pid: number;
  readonly parent: number;
  readonly uid: number;
  readonly residentKb: number;
  /** It runs no more, but nobody has asked for its exit code yet. */
  readonly ended: boolean;
  /** How many process namespaces deep it runs. */
  readonly depth: number;
};

/**
 * The processes below `root`, itself excluded. Orphans of a sandbox hang below its first process, and everything of a user that
 * serves one build only belongs to the build, so with `uid` nothing can step out.
 */
export function descendants(root: number, uid: number | null): Process[] {
  const all = list();
  const children = Map.groupBy(all, (entry) => entry.parent);
  const found = new Map<number, Process>();
  const walk = (pid: number): void => {
    for (const child of children.get(pid) ?? []) {
      if (found.has(child.pid)) continue;
      found.set(child.pid, child);
      walk(child.pid);
    }
  };
  walk(root);
  if (uid !== null)
    for (const entry of all) if (entry.uid === uid && entry.pid !== root) found.set(entry.pid, entry);
  return [...found.values()];
}

/** Memory the processes hold together, in MiB. Pages shared between forks count once where the kernel tells. */
export function memoryOf(processes: readonly Process[], limitMb: number): number {
  const resident = processes.reduce((sum, entry) => sum + entry.residentKb, 0) / 1024;
  if (resident <= limitMb) return resident;
  return processes.reduce((sum, entry) => sum + proportionalKb(entry), 0) / 1024;
}

/** The processes of the command itself: those that run deepest, without the launchers around them. */
export function innermost(processes: readonly Process[]): Process[] {
  const depth = Math.max(0, ...processes.map((entry) => entry.depth));
  return processes.filter((entry) => entry.depth === depth);
}

/** Waits until none of them runs any more, killed as they are; gives up after a few seconds and returns how many are left. */
export async function untilGone(processes: () => readonly Process[]): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const left = processes().filter((entry) => !entry.ended);
    if (left.length === 0 || tries === 100) return left.length;
    signalAll(
      left.map((entry) => entry.pid),
      "SIGKILL",
    );
    await delay(Math.min(100, 5 * 2 ** tries));
  }
}

/** Sends a signal to each, without minding those that are gone. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone already.
    }
  }
}

/** Every process of this machine. */
export function list(): Process[] {
  return readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
      const depth = (/^NSpid:(.*)$/m.exec(status)?.[1] ?? "").trim().split(/\s+/).length;
      return [
        {
          pid,
          parent: field("PPid"),
          uid: field("Uid"),
          residentKb: field("RssAnon") + field("RssShmem"),
          ended: /^State:\s+[ZX]/m.test(status),
          depth,
        },
      ];
    } catch {
      return [];
    }
  });
}

/** Dear to compute, so only asked for when the cheap number is already over the limit. */
function proportionalKb(entry: Process): number {
  try {
    const rollup = readFileSync(`/proc/${entry.pid}/smaps_rollup`, "utf8");
    const part = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, "m").exec(rollup)?.[1] ?? 0);
    return part("Pss_Anon") + part("Pss_Shmem");
  } catch {
    return entry.residentKb;
  }
}
