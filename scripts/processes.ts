import { type ChildProcess, spawn } from "node:child_process";

/** A child whose output is shown line by line behind its name. */
export type NamedProcess = { name: string; child: ChildProcess; ended: Promise<string> };

const node = process.execPath;

/** Starts a TypeScript file on this Node. `ended` resolves to one sentence when the process is gone; it never rejects. */
export function startProcess(
  name: string,
  script: string,
  env: Record<string, string | undefined>,
  args: string[] = [],
): NamedProcess {
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", script, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`${name} could not be started: ${error.message}`));
    child.once("exit", (code, signal) =>
      resolve(`${name} ended ${signal ? `by ${signal}` : `with exit code ${code}`}.`),
    );
  });
  return { name, child, ended };
}

/** Asks politely, waits for the end, and kills what has not ended after `patienceMs`. */
export async function stopProcess({ child, ended }: NamedProcess, patienceMs = 20_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  await ended;
  clearTimeout(timer);
}

/** A terminal signals every process of its group, and whoever stands above passes the signal on: that is one request. */
const sameRequestMs = 1_000;

/** Resolves with the first signal that asks this process to end. A second request ends it at once. */
export function endRequested(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let askedAt: number | null = null;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        if (askedAt !== null && performance.now() - askedAt > sameRequestMs) process.exit(1);
        askedAt ??= performance.now();
        resolve(signal);
      });
    }
  });
}
