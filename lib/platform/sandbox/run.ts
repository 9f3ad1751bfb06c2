import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { deletedFilesMb, diskUseMb } from "#lib/platform/sandbox/disk.ts";
import { type Limits, launchEnvironment, planLaunch } from "#lib/platform/sandbox/launch.ts";
import { lineSplitter } from "#lib/platform/sandbox/lines.ts";
import { createMemoryGroup } from "#lib/platform/sandbox/memory-group.ts";
import type { Network } from "#lib/platform/sandbox/network.ts";
import {
  descendants,
  innermost,
  list,
  memoryOf,
  signalAll,
  untilGone,
} from "#lib/platform/sandbox/process-tree.ts";
import { keepTail } from "#lib/platform/sandbox/tail.ts";
import { childEnvironment } from "#lib/platform/sandbox/tools.ts";
import type { Workspace } from "#lib/platform/sandbox/workspace.ts";

export type SandboxCommand = {
  readonly workspace: Workspace;
  readonly command: readonly string[];
  /** Folder inside the sandbox; the checkout unless named. */
  readonly folder?: string;
  /** Everything the command finds in its environment besides PATH, HOME and the machine's certificates. */
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly network: Network;
  readonly hostPorts?: readonly number[];
  readonly hostFolders?: readonly string[];
  readonly secretFolder?: string | null;
  readonly signal: AbortSignal;
  /** Called with the lines as they come: standard output and errors in one stream. */
  readonly onLines: (lines: string[]) => void;
};

export type SandboxResult = {
  /** Null when the command was stopped. */
  readonly exitCode: number | null;
  /** Why the command was stopped from outside, if it was. */
  readonly stopped: null | "aborted" | "time" | "memory" | "disk";
  /** Who holds the limit on memory here: the kernel, or a watcher that looks twice a second. */
  readonly memoryHeldBy: "kernel" | "watcher";
  readonly peakMemoryMb: number;
  readonly outputTruncated: boolean;
  readonly seconds: number;
};

/** The sandbox itself could not be set up: the machine's fault, never the build's. */
export class SandboxError extends Error {
  readonly code = "sandbox";
}

export const isSandboxError = (error: unknown): error is SandboxError =>
  error instanceof Error && (error as { code?: unknown }).code === "sandbox";

const certificates = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"];
const graceMs = 2_000;
/** What keeping a line costs besides its text, in bytes: a command may print millions of empty ones. */
export const lineCost = 16;
const watchMs = 500;
/** What is kept of the end of an output that is larger than it may be. */
const tailBytes = 32_000;
const tailLines = 1_000;
let launched = 0;

/**
 * Runs one command and everything it starts, within limits, and ends with nothing of it left. One at a time per workspace: at the
 * end everything that runs as the workspace's user is killed. Throws a Problem `unavailable`
 * when a program of the system is missing and SandboxError when the sandbox cannot be set up.
 */
export async function runSandboxed(given: SandboxCommand): Promise<SandboxResult> {
  const { workspace, limits, signal } = given;
  const stoppedEarly = signal.aborted;
  const started = performance.now();
  launched += 1;
  const group =
    workspace.isolation === "none"
      ? null
      : createMemoryGroup(`lectern-${process.pid}-${launched}`, limits.memoryMb);
  const mark = `sandbox ${randomBytes(16).toString("hex")}`;
  const options = {
    workspace,
    command: given.command,
    folder: given.folder ?? workspace.checkout,
    environment: { ...surroundings(workspace), ...given.environment },
    limits,
    network: given.network,
    internalHosts: env.INTERNAL_HOSTS,
    hostPorts: given.hostPorts ?? [],
    hostFolders: given.hostFolders ?? [],
    secretFolder: given.secretFolder ?? null,
    memoryGroup: group?.processes ?? null,
    mark,
  };
  let stopped: SandboxResult["stopped"] = stoppedEarly ? "aborted" : null;
  let peak = 0;
  try {
    if (stoppedEarly) return result(null);
    const launch = await planLaunch(options);
    const [program = "", ...args] = launch.argv;
    const child = spawn(program, args, {
      cwd: workspace.isolation === "none" ? options.folder : "/",
      env: childEnvironment(launchEnvironment(options)),
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    const output = collect(mark, limits.outputBytes, given.onLines);
    const ended = new Promise<{ code: number | null }>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve({ code }));
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(launch.input);
    child.stdout.on("data", output.push);
    child.stderr.on("data", output.push);

    const root = child.pid ?? 0;
    const uid = workspace.user?.uid ?? null;
    const plain = workspace.isolation === "none";
    let running = true;
    // Without a sandbox nobody else ends what the command left in the background.
    if (plain) child.once("exit", () => signalAll([-root], "SIGKILL"));
    const below = () => descendants(running ? root : -1, uid);
    const pids = (processes: ReturnType<typeof below>) => processes.map((entry) => entry.pid);
    const kill = () => signalAll([...(running ? [plain ? -root : root] : []), ...pids(below())], "SIGKILL");
    let killer: NodeJS.Timeout | undefined;
    const stop = (reason: NonNullable<SandboxResult["stopped"]>) => {
      if (stopped !== null) return;
      stopped = reason;
      signalAll(plain ? [-root] : pids(innermost(below())), "SIGTERM");
      killer = setTimeout(kill, reason === "memory" || reason === "disk" ? 0 : graceMs);
    };
    const abort = () => stop("aborted");
    signal.addEventListener("abort", abort, { once: true });
    const timer = setTimeout(() => stop("time"), limits.seconds * 1_000);
    const memoryWatch = setInterval(() => {
      const used = memoryOf(descendants(root, uid), limits.memoryMb);
      peak = Math.max(peak, used);
      if (used > limits.memoryMb) stop("memory");
    }, watchMs);
    const diskWatch = watchDisk(
      workspace,
      limits.diskMb,
      () => pids(below()),
      () => stop("disk"),
    );
    try {
      const { code } = await ended;
      running = false;
      output.end();
      if (group?.wasExceeded() && code !== 0) stopped ??= "memory";
      if (!output.begun && stopped === null) throw new SandboxError(output.diagnosis());
      return result(stopped === null ? code : null, output.truncated);
    } finally {
      clearTimeout(timer);
      clearTimeout(killer);
      clearInterval(memoryWatch);
      diskWatch.end();
      signal.removeEventListener("abort", abort);
      // What was killed may still be writing for a moment; whoever reads the workspace next must not meet it.
      const last = below().map((entry) => entry.pid);
      kill();
      const left = await untilGone(() =>
        list().filter(({ pid, uid: of }) => last.includes(pid) || of === uid),
      );
      if (left > 0) log.error({ left }, "processes of a build do not end");
    }
  } finally {
    group?.remove();
  }

  function result(exitCode: number | null, outputTruncated = false): SandboxResult {
    return {
      exitCode,
      stopped,
      memoryHeldBy: group ? "kernel" : "watcher",
      peakMemoryMb: Math.round(peak),
      outputTruncated,
      seconds: (performance.now() - started) / 1_000,
    };
  }
}

/** What every command finds in its environment: where it is, and the certificates this machine trusts. */
function surroundings(workspace: Workspace): Record<string, string> {
  const bundle = certificates.find(existsSync);
  const trusted = [
    "SSL_CERT_FILE",
    "NODE_EXTRA_CA_CERTS",
    "PIP_CERT",
    "REQUESTS_CA_BUNDLE",
    "GIT_SSL_CAINFO",
  ];
  return {
    PATH: workspace.path,
    HOME: workspace.home,
    TMPDIR: workspace.temporary,
    LANG: "C.UTF-8",
    USER: "build",
    ...(bundle ? Object.fromEntries(trusted.map((name) => [name, bundle])) : {}),
  };
}

function collect(mark: string, limit: number, onLines: (lines: string[]) => void) {
  const splitter = lineSplitter();
  const tail = keepTail(tailBytes);
  const before: string[] = [];
  let begun = false;
  let truncated = false;
  let bytes = 0;
  const take = (lines: string[]) => {
    let rest = lines;
    if (!begun) {
      const at = lines.indexOf(mark);
      before.push(...(at < 0 ? lines : lines.slice(0, at)));
      if (at < 0) return;
      begun = true;
      rest = lines.slice(at + 1);
    }
    if (rest.length > 0) onLines(rest);
  };
  return {
    push: (chunk: Buffer) => {
      if (truncated) return tail.push(chunk);
      const lines = splitter.push(chunk);
      bytes += chunk.length + lines.length * lineCost;
      take(lines);
      if (bytes <= limit) return;
      truncated = true;
      onLines(["[output is left out here: it is larger than a build's log may be; its end follows]"]);
    },
    end: () => {
      if (!truncated) return take(splitter.end());
      // Why something failed is said at its end.
      const last = tail.lines().slice(-tailLines);
      if (last.length > 0) onLines(last);
    },
    get begun() {
      return begun;
    },
    get truncated() {
      return truncated;
    },
    diagnosis: () => `The sandbox could not be set up: ${before.slice(-5).join(" / ") || "no reason given"}`,
  };
}

/** Measures again and again, resting ten times as long as a measurement took. */
function watchDisk(
  workspace: Workspace,
  limitMb: number,
  pids: () => readonly number[],
  exceeded: () => void,
): { end(): void } {
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const look = async () => {
    const began = performance.now();
    try {
      const [named, nameless] = await Promise.all([
        diskUseMb(workspace.root),
        deletedFilesMb(workspace.root, pids()),
      ]);
      if (named + nameless > limitMb && !over) exceeded();
    } catch (error) {
      log.warn({ err: error }, "could not measure the disk use of a build");
    }
    if (!over) timer = setTimeout(look, Math.max(1_500, (performance.now() - began) * 10));
  };
  timer = setTimeout(look, 1_500);
  return {
    end: () => {
      over = true;
      clearTimeout(timer);
    },
  };
}
