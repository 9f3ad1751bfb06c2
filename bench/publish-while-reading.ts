/**
 * Publishes a version in a loop while 16 connections read its pages for a minute (`--seconds=`). No request may fail, no page may
 * mix two generations, and nobody may see an older generation than somebody has seen before.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { startCluster } from "./cluster.ts";
import { docsClient, inParallel, quantile } from "./docs-load.ts";
import { hostOf } from "./docs-pages.ts";
import { GenerationSite, generationOf, pageCount, pagePath } from "./generations.ts";
import { memoryOf } from "./process-use.ts";
import { judge } from "./report.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "60" } } });
const readingMs = Number(values.seconds) * 1_000;
const connections = 16;

const cluster = await startCluster();
const [port = 0] = cluster.ports;
const client = docsClient(connections);
try {
  const site = new GenerationSite(cluster, "Reading");
  await site.create();
  await site.ended(120_000);

  const publisher = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "bench/publisher.ts", site.slug],
    { env: { ...process.env, ...cluster.env() }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const gone = new Promise((resolve) => publisher.once("exit", resolve));
  let [published, atStart, late] = [site.generation, 0, 0];
  createInterface({ input: publisher.stdout }).on("line", (line) => {
    published = Number(line);
  });

  // The newest generation any finished request has seen: whoever asks from now on must see no older one.
  let seen = 0;
  const tally = { requests: 0, failed: 0, mixed: 0, backward: 0 };
  const took: number[] = [];
  const reasons = new Map<string, number>();
  const note = (what: "failed" | "mixed" | "backward", reason: string): void => {
    tally[what] += 1;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  };
  while (published === site.generation && publisher.exitCode === null) await site.read(0);
  atStart = published;
  const until = performance.now() + readingMs;
  await inParallel(
    connections,
    () => performance.now() < until,
    async () => {
      const page = Math.floor(Math.random() * pageCount);
      const [floor, floorPublished] = [seen, published];
      const wanted = { port, host: hostOf(cluster, site.slug), path: pagePath(page) };
      tally.requests += 1;
      const got = await client.ask(wanted).catch((error: Error) => error);
      if (got instanceof Error) return note("failed", got.message);
      took.push(got.ms);
      if (got.status !== 200) return note("failed", `status ${got.status}`);
      const generation = generationOf(got.body, page);
      if (generation === null) return note("mixed", "not one page of one generation");
      if (generation < floor) return note("backward", `generation ${generation} after ${floor}`);
      if (generation < floorPublished) late += 1;
      seen = Math.max(seen, generation);
    },
  );
  const publications = published - atStart;
  publisher.kill("SIGTERM");
  await gone;

  console.log(
    `\n${publications} publications of ${pageCount} pages, ${tally.requests} requests: median ${quantile(took, 0.5).toFixed(1)} ms, 99 of 100 within ${quantile(took, 0.99).toFixed(1)} ms`,
  );
  console.log(
    `${late} requests began within a moment of a publication and saw the generation before it; newest seen ${seen} of ${published}`,
  );
  console.log(`memory of the web process at most ${memoryOf(cluster.webPid()).most.toFixed(0)} MB`);
  for (const [reason, count] of reasons) console.log(`  ${count} × ${reason}`);
  const none = (what: string, count: number) => ({ what, measured: `${count}`, bar: "0", met: count === 0 });
  judge([
    none("failed requests", tally.failed),
    none("mixed pages", tally.mixed),
    none("steps back to an older generation", tally.backward),
    {
      what: "publications while reading",
      measured: `${publications}`,
      bar: "≥ 10",
      met: publications >= 10,
    },
  ]);
} finally {
  client.close();
  await cluster.stop();
}
