import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { descendants, list } from "#lib/platform/sandbox/process-tree.ts";
import type { Cluster } from "./cluster.ts";

/** What builds could leave behind, counted. All but the last two must be as they were once no build runs. */
export type Leftovers = Readonly<Record<string, number>>;

const firstUid = 90_000;
const lastUid = 90_999;

/** Counts while no build runs; `temporary` is the TMPDIR of the cluster's processes. */
export async function countLeftovers(cluster: Cluster, temporary: string): Promise<Leftovers> {
  const worker = workerOf(process.pid);
  const sockets = socketsOf(worker);
  const locked = lockedUsers();
  const [rows] = await cluster.query<{ open: number; held: number }>(
    "select count(*) filter (where state not in ('finished', 'cancelled'))::int as open, count(lease_token)::int as held from builds",
  );
  return {
    workspaces: namesIn(join(cluster.directory, "work")).length,
    "temporary files": namesIn(temporary).length,
    "memory groups": ["/sys/fs/cgroup", "/sys/fs/cgroup/memory"]
      .flatMap(namesIn)
      .filter((group) => /^lectern-\d+-/.test(group) && !isForeign(group, worker)).length,
    "users held": [...locked].filter(([, inode]) => sockets.has(inode)).length,
    "processes of the worker": descendants(worker, null).length,
    "processes of no build": list().filter(({ uid, ended }) => isBuildUser(uid) && !locked.has(uid) && !ended)
      .length,
    "builds not ended": rows?.open ?? -1,
    "builds held": rows?.held ?? -1,
    "files the worker has open": namesIn(`/proc/${worker}/fd`).length,
    "MB the worker takes": Math.round((list().find(({ pid }) => pid === worker)?.residentKb ?? 0) / 1024),
  };
}

const isBuildUser = (uid: number): boolean => uid >= firstUid && uid <= lastUid;

/** Belongs to another worker of this machine that is alive. */
function isForeign(group: string, worker: number): boolean {
  const pid = group.split("-")[1] ?? "";
  return pid !== String(worker) && existsSync(`/proc/${pid}`);
}

/** The worker process this measurement has started. */
export function workerOf(parent: number): number {
  const found = descendants(parent, null).find(({ pid }) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("worker/main.ts");
    } catch {
      return false;
    }
  });
  if (!found) throw new Error("There is no worker.");
  return found.pid;
}

/** User ids that some worker of this machine holds, with the inode of the socket that holds it. */
function lockedUsers(): Map<number, string> {
  const lines = readFileSync("/proc/net/unix", "utf8").split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [, inode, uid] = /\s(\d+)\s+@lectern-build-user-(\d+)/.exec(line) ?? [];
      return inode && uid ? [[Number(uid), inode] as const] : [];
    }),
  );
}

function socketsOf(pid: number): Set<string> {
  const targets = namesIn(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return "";
    }
  });
  return new Set(targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
