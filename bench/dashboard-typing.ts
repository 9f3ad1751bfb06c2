/** From a key to what it brings: rows of a filtered list, the palette; and whether live news move anything. */
import type { Page } from "@playwright/test";
import { eventually, pause } from "./cluster.ts";
import { openWindow, type Shift, type World, withBrowser } from "./dashboard-world.ts";
import { quantile } from "./docs-load.ts";
import { atMost, type Bar, median, printTable } from "./report.ts";

export async function measureTyping(world: World): Promise<Bar[]> {
  return withBrowser(async (browser) => {
    const context = await openWindow(browser, world);
    await context.addInitScript(watchKeysAndShifts);
    const page = await context.newPage();
    const typed = await typeIntoFilter(page, world);
    const opened = await openPalette(page, world);
    const shifts = [
      { page: "the list of builds", by: await watchNews(page, world, "/projects/large/builds/") },
      { page: "the overview", by: await watchNews(page, world, "/projects/large/") },
    ];
    printTable([
      ["from a key", "median ms", "p95 ms", "slowest ms"],
      ...Object.entries({ "to the rows it brings": typed, "to the palette": opened }).map(([what, times]) => [
        what,
        ...[median(times), quantile(times, 0.95), Math.max(...times)].map(Math.round),
      ]),
    ]);
    return [
      atMost(
        "V10 a key in the filter of 2,000 versions → new rows, 95 of 100, ms",
        quantile(typed, 0.95),
        200,
      ),
      atMost("V14 the palette's keys → palette with the focus, 95 of 100, ms", quantile(opened, 0.95), 100),
      ...shifts.map(({ page, by }) => atMost(`6.5 shift of layout by news on ${page}`, by, 0)),
    ];
  });
}

/** Runs in the page: when the last key went down, and how far anything has moved without one. */
function watchKeysAndShifts(): void {
  const seen = { key: 0, shift: 0, moved: [] as string[] };
  Object.assign(globalThis, { seen });
  addEventListener("keydown", () => (seen.key = performance.now()), true);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value = 0, hadRecentInput, sources = [] } = entry as Shift;
      if (hadRecentInput) continue;
      seen.shift += value;
      for (const { node } of sources) seen.moved.push(node?.textContent?.slice(0, 60) ?? "");
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Presses a key and gives the milliseconds until the frame in which `what` is other than before. */
async function pressUntil(page: Page, key: string, what: "rows" | "palette"): Promise<number> {
  // The browser may handle the key before a question that was sent earlier: it is pressed once somebody looks.
  const watch = await page.evaluateHandle((what) => {
    const look = {
      rows: () =>
        document.querySelector(".data-table tbody")?.textContent +
        (document.querySelector("nav[aria-label=Pages]")?.textContent ?? ""),
      palette: () => {
        const dialog = document.activeElement?.closest("[role=dialog]");
        return dialog?.querySelector("[role=option]") ? "open" : "closed";
      },
    }[what];
    const before = look();
    const began = performance.now();
    const changed = new Promise<number>((resolve, reject) => {
      const { seen } = globalThis as unknown as { seen: { key: number } };
      const again = (): void => {
        if (look() !== before) {
          // The frame that shows it is on its way: a task that follows it.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - seen.key);
          port2.postMessage(null);
        } else if (performance.now() - began > 20_000) reject(new Error(`No change of ${what} in 20 s.`));
        else requestAnimationFrame(again);
      };
      requestAnimationFrame(again);
    });
    return { changed };
  }, what);
  await page.keyboard.press(key);
  return watch.evaluate(({ changed }) => changed);
}

async function typeIntoFilter(page: Page, { origin, repeats }: World): Promise<number[]> {
  await page.goto(`${origin}/projects/large/versions/`, { waitUntil: "networkidle" });
  const filter = page.getByRole("searchbox");
  const times: number[] = [];
  for (let digit = 0; times.length < repeats; digit = (digit + 1) % 10) {
    await filter.focus();
    // Each of them matches less than what was typed before.
    for (const key of [String(digit), ".", String((digit + 3) % 10)]) {
      times.push(await pressUntil(page, key, "rows"));
      await pause(100);
    }
    await page.keyboard.press("Control+a");
    await pressUntil(page, "Delete", "rows");
    await pause(400);
  }
  return times.slice(3);
}

async function openPalette(page: Page, { origin, repeats }: World): Promise<number[]> {
  await page.goto(`${origin}/projects/large/versions/`, { waitUntil: "networkidle" });
  const dialog = page.getByRole("dialog");
  // The first time it is fetched, by a page that may only just have come to life.
  await eventually(
    "The palette",
    async () => {
      await page.keyboard.press("Control+k");
      return dialog.waitFor({ timeout: 1_000 }).then(() => true);
    },
    20_000,
  );
  const times: number[] = [];
  for (let n = 0; n < repeats / 2; n++) {
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await pause(100);
    times.push(await pressUntil(page, "Control+k", "palette"));
  }
  return times;
}

/** Lets a build begin and a running one end while a page is open; gives how far anything on it has moved by that. */
async function watchNews(page: Page, { cluster, origin }: World, path: string): Promise<number> {
  await page.goto(`${origin}${path}`, { waitUntil: "networkidle" });
  const seen = () =>
    page.evaluate(() => (globalThis as unknown as { seen: { shift: number; moved: string[] } }).seen);
  const text = () => page.evaluate(() => document.querySelector("main")?.innerText ?? "");
  const [before, words] = [await seen(), await text()];
  const [ended] = await cluster.query<{ id: number }>(
    `update builds set state = 'finished', success = true, finished_at = now(), seconds = 7, lease_token = null, lease_until = null
     where id = (select max(id) from builds where state = 'building') returning id`,
  );
  await cluster.query(
    `insert into builds (project_id, version_id, version_slug, version_name, version_type, trigger, state, created, started_at, lease_token, lease_until)
     select project_id, version_id, version_slug, version_name, version_type, 'manual', 'building', now(), now(), gen_random_uuid(), now() + interval '1 day'
     from builds where id = $1`,
    [ended?.id],
  );
  await eventually(`News on ${path}`, async () => ((await text()) === words ? null : true), 30_000, 250);
  // A list asks for new rows every fifteen seconds.
  await pause(16_000);
  const after = await seen();
  const moved = after.moved.slice(before.moved.length);
  if (moved.length > 0) console.log(`moved on ${path}: ${moved.join(" | ")}\n`);
  // A hundredth of a pixel is none.
  return Number((after.shift - before.shift).toFixed(3));
}
