/** How long the server takes for the HTML of a list, and how many statements it sends to the database for it. */
import { readFileSync, rmSync } from "node:fs";
import { pause } from "./cluster.ts";
import { statementsFile } from "./count-statements.ts";
import { listPages, type World } from "./dashboard-world.ts";
import { docsClient, quantile } from "./docs-load.ts";
import { cpuSeconds } from "./process-use.ts";
import { atMost, type Bar, median, printTable } from "./report.ts";

export async function measurePages({ cluster, cookie, repeats }: World): Promise<Bar[]> {
  const [port = 0] = cluster.ports;
  const client = docsClient(1);
  const pid = cluster.webPid();
  const load = async (path: string) => {
    const got = await client.ask({ port, host: `localhost:${port}`, path, cookie });
    if (got.status !== 200) throw new Error(`${path} answered ${got.status}.`);
    return got;
  };
  const sent = async (): Promise<number> => {
    const file = statementsFile(pid);
    rmSync(file, { force: true });
    process.kill(pid, "SIGUSR2");
    for (;;) {
      await pause(20);
      const text = readable(file);
      if (text !== "") return Number(text);
    }
  };
  /** The fewest of some loads: what a process does beside them is not theirs. */
  const statementsOf = async (path: string): Promise<number> => {
    const counts: number[] = [];
    for (let load_ = 0; load_ < 5; load_++) {
      const before = await sent();
      await load(path);
      counts.push((await sent()) - before);
    }
    return Math.min(...counts);
  };

  const rows: (string | number)[][] = [["page", "kB", "median ms", "p95 ms", "processor ms", "statements"]];
  const bars: Bar[] = [];
  try {
    for (const path of listPages) {
      for (let warming = 0; warming < 10; warming++) await load(path);
      const statements = await statementsOf(path);
      const before = cpuSeconds(pid);
      const times: number[] = [];
      let size = 0;
      for (let n = 0; n < repeats; n++) {
        const got = await load(path);
        times.push(got.ms);
        size = got.body.length;
      }
      const processor = ((cpuSeconds(pid) - before) / repeats) * 1_000;
      rows.push([
        path,
        Math.round(size / 1_000),
        ...[median(times), quantile(times, 0.95), processor].map(Math.round),
        statements,
      ]);
      bars.push(
        atMost(`V9 ${path}: HTML within, 95 of 100, ms`, quantile(times, 0.95), 150),
        atMost(`V9 ${path}: statements`, statements, 8),
      );
    }
  } finally {
    client.close();
  }
  printTable(rows);
  return bars;
}

function readable(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
