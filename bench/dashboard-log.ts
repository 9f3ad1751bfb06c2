/** The page of a build: 50,000 lines, also at a quarter of the processor's speed, and lines of a running one through a bad connection. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { large } from "#e2e/large.ts";
import { startRelay } from "#e2e/relay.ts";
import { eventually, pause } from "./cluster.ts";
import { openWindow, type Shift, type World, withBrowser } from "./dashboard-world.ts";
import { quantile } from "./docs-load.ts";
import { atMost, type Bar, median, printTable } from "./report.ts";
import { commitFiles, configuration } from "./repository.ts";

const slowdown = 4;
const appends = 30;
const cuts = 20;

export async function measureLog(world: World): Promise<Bar[]> {
  const long = await withBrowser((browser) => openLongLog(browser, world));
  const live = await withBrowser((browser) => followLive(browser, world));
  printTable([
    ["log", "value"],
    ["first lines on screen, ms after the page was asked for", Math.round(long.first)],
    ["first lines on screen, ms after they arrived, at a quarter", Math.round(long.slow.drawn)],
    ["all lines have arrived, ms, at a quarter", Math.round(long.slow.all)],
    ["all lines have a row, ms, at a quarter", Math.round(long.slow.whole)],
    ["100 lines more, median ms", median(long.appended).toFixed(1)],
    ["memory of the tab, MB", Math.round(long.memory)],
    ["line printed → visible, median ms", Math.round(median(live.delays))],
    ["lines seen directly", live.delays.length],
    ["lines through the relay", live.through.length],
  ]);
  return [
    atMost("V11 50,000 lines: first frame after the page was asked for, ms", long.first, 1_000),
    atMost(
      "V11 50,000 lines: first frame after they arrived, processor at a quarter, ms",
      long.slow.drawn,
      1_000,
    ),
    atMost("V11 100 lines more, median, processor at a quarter, ms", median(long.appended), 50),
    atMost("V11 memory of the tab, MB", long.memory, 250),
    atMost("V12 line printed → visible, 95 of 100, ms", quantile(live.delays, 0.95), 1_000),
    atMost(`V12 lines lost or doubled over ${live.cuts} cut connections`, live.wrong, 0),
    atMost("6.5 shift of layout by a live log", live.shift, 0),
  ];
}

type SeenLines = { first: number; drawn: number; all: number; whole: number; appended: number[] };

/** Runs in the page: when lines arrive, and when the frame is done in which somebody can read them. */
function watchLines(lines: number): void {
  const seen: SeenLines = { first: 0, drawn: 0, all: 0, whole: 0, appended: [] };
  Object.assign(globalThis, { seen });
  /** Calls back after the first frame that shows it. */
  const once = (shown: () => unknown, then: (at: number) => void): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        // To look takes time of its own.
        const at = performance.now();
        if (shown()) then(at);
        else once(shown, then);
      };
      port2.postMessage(null);
    });
  };
  const isSeen = (row: Element | null): boolean => {
    const { top = 0, bottom = -1 } = row?.getBoundingClientRect() ?? {};
    return bottom > 0 && top < innerHeight;
  };
  const middles = [0.9, 0.7, 0.5, 0.3].map((part) => Math.round(innerHeight * part));
  const anySeen = () =>
    middles.some((y) => document.elementFromPoint(innerWidth / 2, y)?.closest(".log-line"));
  const watchForAll = setInterval(() => {
    const rows = [...document.querySelectorAll(".log-block")].map((block) => block.childElementCount);
    if (rows.reduce((sum, count) => sum + count, 0) < lines) return;
    clearInterval(watchForAll);
    seen.whole = performance.now();
  }, 250);
  const RealSource = EventSource;
  globalThis.EventSource = class extends RealSource {
    constructor(url: string | URL, init?: EventSourceInit) {
      super(url, init);
      this.addEventListener("lines", (event) => {
        const arrived = performance.now();
        const first = Number(/"first_line":(\d+)/.exec(event.data)?.[1]);
        if (first === 1)
          once(anySeen, (at) => {
            seen.first = at;
            seen.drawn = at - arrived;
          });
        if (first > lines)
          once(
            () => isSeen(document.getElementById(`1--${first + 99}`)),
            (at) => seen.appended.push(at - arrived),
          );
        else if (first > lines - 100) seen.all = arrived;
      });
    }
  };
}

/** A running build with a long log in its first command. */
const longBuild = `with build as (
    insert into builds (project_id, version_id, version_slug, version_name, version_type, trigger, state, created, started_at,
      lease_token, lease_until, next_sequence)
    select project_id, version_id, version_slug, version_name, version_type, 'manual', 'building', now(), now(),
      gen_random_uuid(), now() + interval '1 day', 100000
    from builds where id = (select build_id from build_commands where line_count = ${large.logLines})
    returning id
  ), command as (
    insert into build_commands (build_id, position, step, command) select id, 1, 'building', 'make html' from build
    returning id, build_id
  ), added as (
    insert into build_events (build_id, sequence, kind, command_id, first_line, body)
    select command.build_id, e.sequence, e.kind, command.id, e.first_line, e.body
    from command, build_events e
    where e.build_id = (select build_id from build_commands where line_count = ${large.logLines}) and e.kind in ('command', 'lines')
  )
  select build_id as build, id as command from command`;

async function openLongLog(browser: Browser, world: World) {
  const { cluster, origin } = world;
  const [made] = await cluster.query<{ build: number; command: number }>(longBuild);
  if (!made) throw new Error("No build with a long log could be made.");
  const context = await openWindow(browser, world);
  await context.addInitScript(watchLines, large.logLines);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const address = `${origin}/projects/${large.project}/builds/${made.build}/`;
  const seen = () => page.evaluate(() => (globalThis as unknown as { seen: SeenLines }).seen);
  const open = async (): Promise<SeenLines> => {
    await page.goto("about:blank");
    await page.goto(address, { waitUntil: "commit" });
    const whole = async () => ((await seen()).whole > 0 ? seen() : null);
    return eventually("The whole log", whole, 120_000, 500);
  };
  // The server has drawn the page before, and the browser has its script.
  await open();
  const { first } = await open();
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const slow = await open();
  await pause(1_000);
  for (let n = 0; n < appends; n++) {
    const next = large.logLines + 1 + n * 100;
    const lines = Array.from({ length: 100 }, (_, at) => `reading sources... [${next + at}] chapter/page`);
    await cluster.query(
      `with added as (insert into build_events (build_id, sequence, kind, command_id, first_line, body)
         values ($1, $2, 'lines', $3, $4, $5))
       select pg_notify('build_events', $1::text)`,
      [made.build, 100_000 + n, made.command, next, JSON.stringify({ lines })],
    );
    await eventually(`Append ${n}`, async () => ((await seen()).appended.length > n ? true : null), 20_000);
  }
  await session.send("HeapProfiler.collectGarbage");
  const { appended } = await seen();
  return { first, slow, appended, memory: await memoryOfTabs(browser) };
}

/** Megabytes of its own that the largest of the browser's tabs takes. */
async function memoryOfTabs(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const tabs = processInfo.filter(({ type }) => type === "renderer");
  return Math.max(
    ...tabs.map(({ id }) => {
      const own = /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1];
      return Number(own) / 1_024;
    }),
  );
}

type SeenTicks = { delays: number[]; shift: number; moved: string[] };

/** Runs in the page: how long after each line was printed it was there, and how far anything has moved by itself. */
function watchTicks(): void {
  const seen: SeenTicks = { delays: [], shift: 0, moved: [] };
  Object.assign(globalThis, { seen });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        const printed = /tick \d+ (\d{13})/.exec(node.textContent ?? "")?.[1];
        const isLine = node instanceof Element && node.className === "log-line";
        if (printed && isLine) requestAnimationFrame(() => seen.delays.push(Date.now() - Number(printed)));
      }
    }
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value = 0, hadRecentInput, sources = [] } = entry as Shift;
      if (hadRecentInput) continue;
      seen.shift += value;
      for (const { node } of sources) seen.moved.push(node?.textContent?.slice(0, 60) ?? "");
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** A build that prints ten lines a second, seen directly and through a relay that cuts its connections again and again. */
async function followLive(browser: Browser, world: World) {
  const { cluster, origin } = world;
  const repository = join(cluster.directory, "repositories", "ticking");
  const commands = ['for i in $(seq 1 9000); do echo "tick $i $(date +%s%3N)"; sleep 0.1; done'];
  commitFiles(repository, { ".readthedocs.yaml": configuration(commands) }, "Tick");
  const api = cluster.api();
  // Anybody may watch it, the person who is logged in here too.
  const remote = { url: repository, type: "git" };
  await api.post("/projects/", {
    name: "Ticking",
    organization: "bench",
    privacy_level: "public",
    repository: remote,
  });
  const build = await eventually("A build that ticks", () => api.newestBuild("ticking"), 60_000);
  const relay = await startRelay(new URL(origin));
  try {
    const context = await openWindow(browser, world);
    await context.addInitScript(watchTicks);
    const [direct, relayed] = [await context.newPage(), await context.newPage()];
    const address = `/projects/ticking/builds/${build.id}/`;
    await relayed.goto(`${relay.origin}${address}`);
    await direct.goto(`${origin}${address}`);
    const seen = () => direct.evaluate(() => (globalThis as unknown as { seen: SeenTicks }).seen);
    await eventually("A line", async () => ((await seen()).delays.length > 0 ? true : null), 60_000);
    // What was printed before the page was there is not live.
    await pause(1_000);
    const before = await seen();
    let cut = 0;
    while (cut < cuts) {
      const lines = (await ticksOf(relayed)).length;
      if (relay.cut() > 0) cut += 1;
      const more = async () => ((await ticksOf(relayed)).length > lines ? true : null);
      await eventually("A line after a cut", more, 30_000);
    }
    const after = await seen();
    await api.post(`/projects/ticking/builds/${build.id}/cancel/`, {});
    const ended = async (page: Page) => (/Cancelled/.test(await page.title()) ? true : null);
    for (const page of [direct, relayed]) await eventually("The end of the build", () => ended(page), 60_000);
    const [whole, through] = [await ticksOf(direct), await ticksOf(relayed)];
    const wrong =
      Math.abs(whole.length - through.length) + through.filter((tick, at) => tick !== at + 1).length;
    const delays = after.delays.slice(before.delays.length);
    const moved = after.moved.slice(before.moved.length);
    if (moved.length > 0) console.log(`moved beside a live log: ${moved.join(" | ")}\n`);
    return { delays, shift: Number((after.shift - before.shift).toFixed(3)), through, wrong, cuts: cut };
  } finally {
    relay.close();
  }
}

/** The numbers of all lines on the page, in their order. */
const ticksOf = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll(".log-line")].flatMap(
      (line) => /^tick (\d+) /.exec(line.textContent)?.slice(1).map(Number) ?? [],
    ),
  );
