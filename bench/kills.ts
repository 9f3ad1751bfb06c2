/**
 * SIGKILLs at uniformly random moments of a build: every other one hits a worker only, the rest hit everything, PostgreSQL
 * included. A reader runs all the time and checks each answer byte by byte.
 */
import { pause, startCluster } from "./cluster.ts";
import { GenerationSite, pageCount } from "./generations.ts";
import { judge, printTable } from "./report.ts";
import { readShape } from "./shape.ts";

const { webs, workers, rounds } = readShape({ rounds: 40 });
const patienceMs = 120_000;
const cluster = await startCluster({ webs, workers });
const site = new GenerationSite(cluster, "Killed");

const reads = { answered: 0, broken: 0, backwards: 0, refused: 0 };
const oddities: string[] = [];
let webLives = 0;
let webIsUp = true;
let reading = true;

/** Reads random pages of one web process, one after the other; a site may only move forward. */
async function readForever(web: number): Promise<void> {
  let newest = 0;
  while (reading) {
    if (!webIsUp) {
      await pause(5);
      continue;
    }
    const life = webLives;
    const page = Math.floor(Math.random() * pageCount);
    const generation = await site.read(page, web).catch((error: Error) => error);
    if (life !== webLives || !webIsUp) continue;
    if (generation instanceof Error) {
      reads.refused += 1;
      oddities.push(`web ${web} did not answer: ${generation.message}`);
    } else if (generation === null) {
      reads.broken += 1;
      oddities.push(`web ${web} answered something that is no whole page ${page}`);
    } else {
      reads.answered += 1;
      if (generation < newest) {
        reads.backwards += 1;
        oddities.push(`web ${web} went back from generation ${newest} to ${generation}`);
      }
      newest = Math.max(newest, generation);
    }
    await pause(3);
  }
}

/** Reads every page of every web process and returns the one generation they have, or null for a mixture. */
async function wholeSite(): Promise<number | null> {
  const seen = new Set<number | null>();
  for (let web = 0; web < webs; web++) {
    for (let page = 0; page < pageCount; page++) seen.add(await site.read(page, web));
  }
  const [only] = seen;
  return seen.size === 1 && only !== undefined ? only : null;
}

async function killEverything(): Promise<void> {
  webIsUp = false;
  webLives += 1;
  await Promise.all([
    ...Array.from({ length: workers }, (_, worker) => cluster.killWorker(worker)),
    ...Array.from({ length: webs }, (_, web) => cluster.killWeb(web)),
    cluster.killDatabase(),
  ]);
  await cluster.startDatabase();
  for (let web = 0; web < webs; web++) await cluster.startWeb(web);
  for (let worker = 0; worker < workers; worker++) cluster.startWorker(worker);
  webIsUp = true;
}

const rows: (string | number)[][] = [
  ["kill", "victim", "after ms", "while", "end", "s to end", "serves", "reason"],
];
let stuck = 0;
let silent = 0;
let wrong = 0;
try {
  await site.create();
  const first = await site.ended(patienceMs);
  if (!first.success) throw new Error(`The first build failed: ${first.error}`);
  const begun = performance.now();
  site.commitNext();
  const warm = await site.ended(patienceMs, await site.trigger());
  if (!warm.success) throw new Error(`The second build failed: ${warm.error}`);
  const span = (performance.now() - begun) * 1.05;
  console.log(
    `A build takes ${(span / 1000).toFixed(2)} s from trigger to end; kills come at any moment of it.\n`,
  );

  let served = site.generation;
  const readers = Array.from({ length: webs }, (_, web) => readForever(web));
  for (let round = 1; round <= rounds; ) {
    const everything = round % 2 === 0;
    const coming = site.commitNext();
    const id = await site.trigger();
    const delay = Math.random() * span;
    await pause(delay);
    // Asked before the kill: a build that is tried again forgets the story of its first attempt.
    const [reached] = await cluster.query<{ state: string }>("select state from builds where id = $1", [id]);
    if (reached?.state === "finished") {
      // It was faster than the dice; only kills of a running build count.
      served = coming;
      continue;
    }
    const victim = Math.floor(Math.random() * workers);
    if (everything) await killEverything();
    else {
      await cluster.killWorker(victim);
      await pause(200);
      cluster.startWorker(victim);
    }
    const again = performance.now();
    const build = await site.ended(patienceMs, id).catch(() => null);
    if (!build) stuck += 1;
    const reason = build?.success ? "" : (build?.error ?? "");
    if (build && !build.success && reason === "") silent += 1;
    await pause(1_000);
    const now = await wholeSite();
    // A failed build leaves the old site, a successful one the new: a build that published is never called failed.
    const expected = build?.success ? coming : served;
    if (now !== expected) {
      wrong += 1;
      oddities.push(`after kill ${round} the site is generation ${now}, expected ${expected}`);
    }
    served = now ?? served;
    rows.push([
      round,
      everything ? "everything" : `worker ${victim}`,
      delay.toFixed(0),
      reached?.state ?? "unknown",
      build ? `${build.state.code}${build.success ? ", success" : ""}` : "STUCK",
      ((performance.now() - again) / 1000).toFixed(1),
      now ?? "MIXED",
      reason.slice(0, 60),
    ]);
    console.log(rows.at(-1)?.join("  "));
    round += 1;
  }
  reading = false;
  await Promise.all(readers);
} finally {
  reading = false;
  await cluster.stop();
}

console.log();
printTable(rows);
for (const oddity of oddities.slice(0, 20)) console.log(`! ${oddity}`);
judge([
  {
    what: "kills of a running build",
    measured: `${rows.length - 1}`,
    bar: `${rounds}`,
    met: rows.length - 1 === rounds,
  },
  { what: "builds that never ended", measured: `${stuck}`, bar: "0", met: stuck === 0 },
  { what: "failed builds without a reason", measured: `${silent}`, bar: "0", met: silent === 0 },
  {
    what: "sites that are not wholly the expected generation",
    measured: `${wrong}`,
    bar: "0",
    met: wrong === 0,
  },
  {
    what: `answers of ${reads.answered} that were not one whole page`,
    measured: `${reads.broken}`,
    bar: "0",
    met: reads.broken === 0,
  },
  {
    what: "answers older than one already seen",
    measured: `${reads.backwards}`,
    bar: "0",
    met: reads.backwards === 0,
  },
  {
    what: "requests a live web process did not answer",
    measured: `${reads.refused}`,
    bar: "0",
    met: reads.refused === 0,
  },
]);
