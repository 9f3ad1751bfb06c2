/**
 * PostgreSQL is away for a minute while pages are read: first killed, then frozen, so that it takes connections and answers nothing.
 * Public pages must go on without a failure; private ones must answer 503 with Retry-After from a second after the loss on
 * (decision 16 of the design), nothing else, and come back with the database. `--seconds=` shortens each absence.
 */
import { parseArgs } from "node:util";
import { eventually, pause, startCluster } from "./cluster.ts";
import { docsClient, type Got, inParallel, quantile, type Wanted } from "./docs-load.ts";
import { enter, pagePath, publishPage } from "./docs-pages.ts";
import { cpuSeconds, memoryOf, withChildren } from "./process-use.ts";
import { judge, printTable } from "./report.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "60" } } });
const awayMs = Number(values.seconds) * 1_000;
const connections = 8;
/** A second until the loss counts (decision 16), and what PostgreSQL's orphans need to notice that they are. */
const noticedMs = 2_500;

type Phase = "before" | "just after the loss" | "away" | "back";
type Tally = { requests: number; statuses: Map<string, number>; took: number[] };

const cluster = await startCluster();
const [port = 0] = cluster.ports;
const client = docsClient(2 * connections);
const bars: Parameters<typeof judge>[0] = [];
try {
  const open = { port, host: await publishPage(cluster, "public"), path: pagePath };
  const secret = { port, host: await publishPage(cluster, "private"), path: pagePath };
  const member = { ...secret, cookie: await enter(cluster, secret.host) };
  await absence("killed", cluster.killDatabase, cluster.startDatabase, open, member);
  const frozen = withChildren(cluster.databasePid());
  const signal = (name: NodeJS.Signals) => async () => {
    for (const pid of frozen) if (isThere(pid)) process.kill(pid, name);
  };
  await absence("frozen", signal("SIGSTOP"), signal("SIGCONT"), open, member);
} finally {
  client.close();
  await cluster.stop();
}
judge(bars);

async function absence(
  how: string,
  leave: () => Promise<void>,
  comeBack: () => Promise<void>,
  open: Wanted,
  member: Wanted,
): Promise<void> {
  await eventually(
    "A private page",
    async () => ((await client.ask(member)).status === 200 ? true : null),
    30_000,
  );
  const pid = cluster.webPid();
  let phase: Phase = "before";
  let going = true;
  const tallies = new Map<string, Tally>();
  const reading = inParallel(
    2 * connections,
    () => going,
    async (line) => {
      const [who, wanted] = line < connections ? ["public", open] : ["private", member];
      const began = phase;
      const got = await client.ask(wanted).catch((error: Error) => error);
      // What spans a change of phases belongs to neither.
      if (began === phase) count(tallies, `${who}, ${phase}`, got);
      // Readers who are told to come back later do, and do not hurry.
      if (got instanceof Error || got.status === 503) await pause(20);
    },
  );
  await pause(3_000);
  const cpuBefore = cpuSeconds(pid);
  phase = "just after the loss";
  await leave();
  await pause(noticedMs);
  phase = "away";
  await pause(awayMs - noticedMs);
  await comeBack();
  const cpu = cpuSeconds(pid) - cpuBefore;
  const returned = performance.now();
  phase = "back";
  await eventually(
    "A private page after the database came back",
    async () => ((await client.ask(member)).status === 200 ? true : null),
    30_000,
    20,
  );
  const backMs = performance.now() - returned;
  await pause(2_000);
  going = false;
  await reading;
  report(how, tallies, { cpu, backMs, memory: memoryOf(pid).most });
}

function count(tallies: Map<string, Tally>, key: string, got: Got | Error): void {
  const tally: Tally = tallies.get(key) ?? { requests: 0, statuses: new Map(), took: [] };
  tallies.set(key, tally);
  tally.requests += 1;
  const retry = got instanceof Error || got.headers["retry-after"] === undefined ? "" : ", come back later";
  const what = got instanceof Error ? got.message : `${got.status}${retry}`;
  tally.statuses.set(what, (tally.statuses.get(what) ?? 0) + 1);
  if (!(got instanceof Error)) tally.took.push(got.ms);
}

function report(
  how: string,
  tallies: Map<string, Tally>,
  more: { cpu: number; backMs: number; memory: number },
): void {
  console.log(`\nPostgreSQL ${how} for ${awayMs / 1_000} s`);
  printTable([
    ["pages, when", "requests", "99 of 100 within ms", "answers"],
    ...[...tallies]
      .sort(([a], [b]) => b.localeCompare(a))
      .map(([key, { requests, took, statuses }]) => [
        key,
        requests,
        quantile(took, 0.99).toFixed(0),
        [...statuses].map(([what, times]) => `${times} × ${what}`).join("; "),
      ]),
  ]);
  console.log(
    `${more.cpu.toFixed(0)} s of processor, at most ${more.memory.toFixed(0)} MB of memory, private pages back after ${more.backMs.toFixed(0)} ms`,
  );
  const others = (who: string, when: Phase[], allowed: string[]): number =>
    when
      .flatMap((phase) => [...(tallies.get(`${who}, ${phase}`)?.statuses ?? [])])
      .reduce((sum, [what, times]) => sum + (allowed.includes(what) ? 0 : times), 0);
  const none = (what: string, measured: number) =>
    bars.push({ what: `${how}: ${what}`, measured: `${measured}`, bar: "0", met: measured === 0 });
  const always: Phase[] = ["before", "just after the loss", "away", "back"];
  none("public pages other than 200", others("public", always, ["200"]));
  none(
    "private pages other than 503 with Retry-After while away",
    others("private", ["away"], ["503, come back later"]),
  );
  none(
    "private pages other than 200 or that around it",
    others("private", ["before", "just after the loss", "back"], ["200", "503, come back later"]),
  );
  const { backMs } = more;
  bars.push({
    what: `${how}: private pages back after`,
    measured: `${backMs.toFixed(0)} ms`,
    bar: "≤ 3000 ms",
    met: backMs <= 3_000,
  });
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
