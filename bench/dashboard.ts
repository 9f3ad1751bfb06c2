/**
 * The dashboard on the large fixture (2,000 versions, 20,000 builds, 300 redirects, 500 shares, 50,000 lines of log), against the bars of
 * its design: Lighthouse over lists and recipients' pages, time of the server, typing into a filter, the palette, the live log, and
 * shifts of layout. Needs Chromium; Lighthouse comes from npm. `--only=` takes some of the parts, with commas; `--repeats=` asks more often.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fillLarge } from "#e2e/large.ts";
import { startCluster } from "./cluster.ts";
import { audit } from "./dashboard-lighthouse.ts";
import { measureLog } from "./dashboard-log.ts";
import { measurePages } from "./dashboard-pages.ts";
import { measureTyping } from "./dashboard-typing.ts";
import { logIn, type World } from "./dashboard-world.ts";
import { type Bar, judge } from "./report.ts";

const parts: Record<string, (world: World) => Promise<Bar[]>> = {
  pages: measurePages,
  typing: measureTyping,
  log: measureLog,
  lighthouse: audit,
};

const { values } = parseArgs({
  options: {
    only: { type: "string", default: Object.keys(parts).join(",") },
    repeats: { type: "string", default: "40" },
  },
});

const rates = Object.fromEntries(["ANONYMOUS", "SESSION"].map((who) => [`API_RATE_${who}`, "1000000"]));
const statements = join(import.meta.dirname, "count-statements.ts");
const cluster = await startCluster({
  settings: {
    EDITION: "business",
    ...rates,
    NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${statements}`,
  },
});
try {
  const [port = 0] = cluster.ports;
  await fillLarge({ port, databaseUrl: cluster.databaseUrl() });
  const world = await logIn(cluster, Number(values.repeats));
  const bars: Bar[] = [];
  for (const part of values.only.split(",")) bars.push(...((await parts[part]?.(world)) ?? []));
  judge(bars);
} finally {
  await cluster.stop();
}
