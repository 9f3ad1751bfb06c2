import { execFileSync } from "node:child_process";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { firstProcessor, keepOn, lastProcessor } from "./process-use.ts";

/** `address` is what a trusted proxy would say of the client. */
export type Wanted = { port: number; host: string; path: string; cookie?: string; address?: string };
export type Got = { status: number; headers: IncomingHttpHeaders; body: Buffer; ms: number };

/** A client whose every connection is used again, as those of browsers are. Its requests reject after ten seconds. */
export function docsClient(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections });
  const ask = (wanted: Wanted): Promise<Got> =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const { port, host, path, cookie, address } = wanted;
      const headers = {
        host,
        ...(cookie ? { cookie } : {}),
        ...(address ? { "x-forwarded-for": address } : {}),
      };
      const options = { host: "127.0.0.1", port, path, headers, agent, timeout: 10_000 };
      const outgoing = request(options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks),
            ms: performance.now() - began,
          }),
        );
      });
      outgoing.on("timeout", () => outgoing.destroy(new Error("No answer in ten seconds.")));
      outgoing.on("error", reject);
      outgoing.end();
    });
  return { ask, close: () => agent.destroy() };
}

/** Runs `once` on `count` lines at the same time, again and again, until `goesOn` says no. */
export async function inParallel(
  count: number,
  goesOn: () => boolean,
  once: (line: number) => Promise<void>,
): Promise<void> {
  const line = async (number: number): Promise<void> => {
    while (goesOn()) await once(number);
  };
  await Promise.all(Array.from({ length: count }, (_, number) => line(number)));
}

/** The value below which `share` of the numbers lie. */
export const quantile = (numbers: readonly number[], share: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length * share) - 1)] ?? Number.NaN;

/** Keeps servers on the first processor, away from `measure`, while something is done. */
export async function onFirstProcessor<T>(pids: readonly number[], work: () => Promise<T>): Promise<T> {
  keepOn(firstProcessor, pids);
  try {
    return await work();
  } finally {
    keepOn(`${firstProcessor}-${lastProcessor}`, pids);
  }
}

export type Measured = { rate: number; requests: number; p99: number };

/**
 * 16 connections of wrk for some seconds, from the last processor; `p99` in milliseconds. Throws when any answer is not 200. Where the
 * kernel moves client and server about, the same page takes 16 µs in one run and 26 in the next: see `onFirstProcessor`.
 */
export function measure(wanted: Wanted, seconds: number): Measured {
  const { port, host, path, cookie } = wanted;
  const headers = ["-H", `Host: ${host}`, ...(cookie ? ["-H", `Cookie: ${cookie}`] : [])];
  const url = `http://127.0.0.1:${port}${path}`;
  const load = ["wrk", "-t1", "-c16", `-d${seconds}s`, "--latency", ...headers, url];
  const printed = execFileSync("taskset", ["-c", String(lastProcessor), ...load], { encoding: "utf8" });
  if (/Non-2xx|Socket errors/.test(printed)) throw new Error(`${host} did not answer well:\n${printed}`);
  const [, p99 = "", unit = ""] = /99%\s+([\d.]+)(\w+)/.exec(printed) ?? [];
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(printed)?.[1]),
    requests: Number(/(\d+) requests in/.exec(printed)?.[1]),
    p99: Number(p99) * (({ us: 0.001, ms: 1, s: 1000 } as Record<string, number>)[unit] ?? Number.NaN),
  };
}
