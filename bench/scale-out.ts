/** Two web and two worker processes on one PostgreSQL; then the other measurements in the same shape. */
import { spawnSync } from "node:child_process";
import { eventually, pause, startCluster } from "./cluster.ts";
import { GenerationSite, pagePath } from "./generations.ts";
import { judge, median, printTable } from "./report.ts";

const patienceMs = 180_000;
const siteCount = 6;
const switches = 8;
const cluster = await startCluster({ webs: 2, workers: 2 });
const bars: Parameters<typeof judge>[0] = [];
try {
  // Written through one web process, read at once through the other.
  const sites = Array.from({ length: siteCount }, (_, index) => new GenerationSite(cluster, `Site${index}`));
  let unseen = 0;
  for (const [index, site] of sites.entries()) {
    await site.create(index % 2);
    if ((await cluster.api((index + 1) % 2).find(`/projects/${site.slug}/`)) === null) unseen += 1;
  }
  bars.push({
    what: "projects the other web process did not know at once",
    measured: `${unseen}`,
    bar: "0",
    met: unseen === 0,
  });

  // Every build is run exactly once, and both workers take part.
  for (const site of sites) await site.ended(patienceMs);
  const ids = new Set<number>();
  for (let round = 0; round < 2; round++) {
    const started = await Promise.all(sites.map((site, index) => site.trigger((index + round) % 2)));
    for (const [index, id] of started.entries()) {
      ids.add(id);
      await sites[index]?.ended(patienceMs, id);
    }
  }
  const builds = await cluster.query<{
    id: number;
    worker: number | null;
    starts: number;
    commands: number;
    success: boolean;
  }>(
    `select b.id, b.worker_id as worker, b.success,
            (select count(*) from build_events e where e.build_id = b.id and e.kind = 'state' and e.body->>'state' = 'cloning')::int as starts,
            (select count(*) from build_commands c where c.build_id = b.id and c.command = 'sleep 0.3')::int as commands
       from builds b order by b.id`,
  );
  printTable([
    ["build", "worker", "starts", "runs of its commands", "success"],
    ...builds.map((build) => [
      build.id,
      build.worker ?? "",
      build.starts,
      build.commands,
      String(build.success),
    ]),
  ]);
  const doubled = builds.filter((build) => build.starts !== 1 || build.commands !== 1).length;
  const workersSeen = new Set(builds.map((build) => build.worker)).size;
  const failed = builds.filter((build) => !build.success).length;
  bars.push(
    {
      what: `builds of ${builds.length} not run exactly once`,
      measured: `${doubled}`,
      bar: "0",
      met: doubled === 0,
    },
    { what: "builds that failed", measured: `${failed}`, bar: "0", met: failed === 0 },
    { what: "workers that built something", measured: `${workersSeen}`, bar: "2", met: workersSeen === 2 },
  );

  // A new publication and a change of privacy reach every web process within a second.
  const [site] = sites;
  if (!site) throw new Error("There is no site.");
  const publishLags: number[] = [];
  for (let round = 0; round < switches; round++) {
    const coming = site.commitNext();
    const id = await site.trigger(round % 2);
    const seen = await Promise.all(
      [0, 1].map((web) =>
        eventually(
          "The new page",
          async () => ((await site.read(1, web)) === coming ? Date.now() : null),
          patienceMs,
          5,
        ),
      ),
    );
    await site.ended(patienceMs, id);
    const [row] = await cluster.query<{ at: Date }>("select finished_at as at from builds where id = $1", [
      id,
    ]);
    const at = row?.at.getTime() ?? 0;
    publishLags.push(...seen.map((moment) => Math.max(0, moment - at)));
  }
  const privacyLags: number[] = [];
  for (let round = 0; round < switches; round++) {
    const level = round % 2 === 0 ? "private" : "public";
    const expected = level === "private" ? 401 : 200;
    const api = cluster.api(round % 2);
    await api.patch(`/projects/${site.slug}/versions/latest/`, { privacy_level: level });
    const changed = performance.now();
    const lags = await Promise.all(
      [0, 1].map((web) =>
        eventually(
          `Status ${expected}`,
          async () =>
            (await cluster.docs(site.slug, pagePath(1), web)).status === expected
              ? performance.now() - changed
              : null,
          10_000,
          2,
        ),
      ),
    );
    privacyLags.push(...lags);
    await pause(50);
  }
  const lagBar = (what: string, lags: number[]) => ({
    what,
    measured: `median ${median(lags).toFixed(0)} ms, worst ${Math.max(...lags).toFixed(0)} ms`,
    bar: "≤ 1000 ms",
    met: Math.max(...lags) <= 1_000,
  });
  bars.push(
    lagBar("publication seen by both web processes", publishLags),
    lagBar("change of privacy seen by both web processes", privacyLags),
  );
} finally {
  await cluster.stop();
}
judge(bars);

for (const [name, ...args] of [["overhead"], ["kills", "--rounds=20"]]) {
  console.log(`\n── ${name} with two web and two worker processes\n`);
  const ended = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", `bench/${name}.ts`, "--webs=2", "--workers=2", ...args],
    { stdio: "inherit" },
  );
  if (ended.status !== 0) process.exitCode = 1;
}
