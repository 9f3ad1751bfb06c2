import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** A kernel memory group for one command: its limit holds for the whole tree, and the kernel does the killing. */
export type MemoryGroup = {
  /** A process that writes its number here is in the group, and so is all it starts. */
  readonly processes: string;
  /** Whether the limit has made the kernel kill. */
  wasExceeded(): boolean;
  remove(): void;
};

let swept = false;
const versionOne = "/sys/fs/cgroup/memory";
const versionTwo = "/sys/fs/cgroup";

/** `name` is `lectern-<process>-<number>`. Null where the machine lets this process make none; then only the watcher holds the limit. */
export function createMemoryGroup(name: string, limitMb: number): MemoryGroup | null {
  const bytes = String(limitMb * 1024 * 1024);
  try {
    if (existsSync(join(versionOne, "memory.limit_in_bytes")))
      return group(join(versionOne, name), {
        settings: { "memory.limit_in_bytes": bytes },
        killed: () => number(read(join(versionOne, name), "memory.oom_control"), /oom_kill (\d+)/),
      });
    if (!read(versionTwo, "cgroup.subtree_control").includes("memory")) return null;
    return group(join(versionTwo, name), {
      settings: { "memory.max": bytes, "memory.swap.max": "0" },
      killed: () => number(read(join(versionTwo, name), "memory.events"), /oom_kill (\d+)/),
    });
  } catch {
    return null;
  }
}

function group(path: string, kind: { settings: Record<string, string>; killed: () => number }): MemoryGroup {
  removeStale(dirname(path));
  mkdirSync(path);
  for (const [file, value] of Object.entries(kind.settings)) {
    // A machine without swap has no setting for it.
    if (existsSync(join(path, file))) writeFileSync(join(path, file), value);
  }
  const processes = join(path, "cgroup.procs");
  accessSync(processes, constants.W_OK);
  return {
    processes,
    wasExceeded: () => kind.killed() > 0,
    remove: () => removeSoon(path),
  };
}

/** A group can be removed when the last of its killed processes is quite gone, which takes the kernel a moment. */
function removeSoon(path: string, triesLeft = 50): void {
  try {
    rmdirSync(path);
  } catch {
    if (triesLeft > 0 && existsSync(path)) setTimeout(() => removeSoon(path, triesLeft - 1), 100).unref();
  }
}

/** Removes what processes that were killed have left, once per process. */
function removeStale(folder: string): void {
  if (swept) return;
  swept = true;
  for (const name of readdirSync(folder)) {
    const [, pid] = /^lectern-(\d+)-\d+$/.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) removeSoon(join(folder, name), 0);
  }
}

function read(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), "utf8");
  } catch {
    return "";
  }
}

function number(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? 0);
}
