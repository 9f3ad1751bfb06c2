import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";

/** What the kernel counts processor time in. */
const ticksPerSecond = 100;

/** Processor seconds a process and its children have used so far. */
export const cpuSeconds = (pid: number): number =>
  withChildren(pid).reduce((sum, one) => sum + ownCpuSeconds(one), 0);

function ownCpuSeconds(pid: number): number {
  // The name in parentheses may hold spaces; user and system time are the 14th and 15th field.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** A process and everything it has started, so far as it still runs. */
export function withChildren(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return [pid, ...children.split(" ").filter(Boolean).map(Number).flatMap(withChildren)];
}

export const firstProcessor = 0;
export const lastProcessor = cpus().length - 1;

/** Lets processes, with all their threads, run on these processors alone. */
export function keepOn(processors: number | string, pids: readonly number[]): void {
  for (const pid of pids)
    execFileSync("taskset", ["-acp", String(processors), String(pid)], { stdio: "ignore" });
}

/** Memory of a process in megabytes: now, and the most it has had. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { now: read("VmRSS"), most: read("VmHWM") };
}
