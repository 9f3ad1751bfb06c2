/**
 * 50 readers on kept connections at two web processes, while what lets them read is taken away, `--repeats=` times in each of seven
 * ways. Says how long after the API's answer the last request began that still got the page: nothing may after a second (dashboard.md V13).
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { admin } from "../scripts/admin-client.ts";
import { eventually, pause, startCluster } from "./cluster.ts";
import { docsClient, inParallel } from "./docs-load.ts";
import { enter, hostOf, pagePath, publishPage } from "./docs-pages.ts";
import { openShare } from "./docs-share.ts";
import { judge, printTable } from "./report.ts";

const { values } = parseArgs({ options: { repeats: { type: "string", default: "20" } } });
const repeats = Number(values.repeats);
const readers = 50;
const boundMs = 1_000;
/** How long is read on after the bound. */
const afterMs = 300;
const dayMs = 24 * 3600 * 1000;

const clockFile = join(mkdtempSync(join(tmpdir(), "lectern-clock-")), "milliseconds");
const cluster = await startCluster({
  webs: 2,
  settings: {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "movable-clock.mjs")}`,
    BENCH_CLOCK: clockFile,
  },
});
const client = docsClient(readers);
const api = cluster.api();
const slug = "page-private";
const host = hostOf(cluster, slug);
const shares = `/projects/${slug}/sharing/`;
let days = 0;

type Way = { name: string; prepare: () => Promise<Prepared> };
/** What readers send, and what takes it away; resolves when the API has answered. `again` puts things back. */
type Prepared = { cookie?: string; take: () => Promise<unknown>; again?: () => Promise<unknown> };

const ways: Way[] = [
  {
    name: "share revoked",
    prepare: async () => {
      const { cookie, id } = await shared({ access_type: "token" });
      return { cookie, take: () => api.delete(`${shares}${id}/`) };
    },
  },
  {
    name: "share narrowed",
    prepare: async () => {
      const { cookie, id } = await shared({ access_type: "token" });
      return {
        cookie,
        take: () => api.patch(`${shares}${id}/`, { allow_all: false, versions: ["other"] }),
      };
    },
  },
  {
    name: "link rotated",
    prepare: async () => {
      const { cookie, id } = await shared({ access_type: "token" });
      return { cookie, take: () => api.post(`${shares}${id}/rotate/`, { overlap: "0" }) };
    },
  },
  {
    name: "password changed",
    prepare: async () => {
      const { cookie, id } = await shared({ access_type: "password" });
      return { cookie, take: () => api.patch(`${shares}${id}/`, { password: `another password ${id}` }) };
    },
  },
  {
    name: "version made private",
    prepare: async () => {
      const version = `/projects/${slug}/versions/latest/`;
      await api.patch(version, { privacy_level: "public" });
      const toPrivate = () => api.patch(version, { privacy_level: "private" });
      return { take: toPrivate, again: toPrivate };
    },
  },
  {
    name: "member removed from the team",
    prepare: async () => {
      const members = "/organizations/bench/teams/guests/members/";
      const cookie = await enter(cluster, host, "guest");
      return {
        cookie,
        take: () => api.delete(`${members}guest/`),
        again: () => api.post(members, { username: "guest" }),
      };
    },
  },
  {
    name: "share expired (midnight)",
    prepare: async () => {
      const { cookie } = await shared({ access_type: "token", expires: today() });
      return { cookie, take: passMidnight };
    },
  },
];

try {
  await publishPage(cluster, "private");
  await cluster.query(
    `insert into versions (project_id, slug, verbose_name, type, active, privacy_level)
     select id, 'other', 'other', 'branch', true, 'private' from projects where slug = $1`,
    [slug],
  );
  const run = admin(cluster.env());
  const person = ["--username", "guest", "--email", "guest@example.org", "--password", "bench-bench-bench"];
  await run("user", "create", ...person);
  const team = ["team", "create", "--organization", "bench", "--access", "readonly", "--member", "guest"];
  await run(...team, "--name", "Everybody");
  await run(...team, "--name", "Guests", "--project", slug);

  const rows: (string | number)[][] = [
    ["taken away", "repeats", "from asking, ms at most", "from the answer, ms at most", "requests", "pages"],
  ];
  const worst: number[] = [];
  for (const { name, prepare } of ways) {
    const lags: Lag[] = [];
    const seen = { requests: 0, pages: 0 };
    for (let repeat = 0; repeat < repeats; repeat++) {
      const prepared = await prepare();
      lags.push(await lagOf(prepared, seen));
      await prepared.again?.();
    }
    const most = (of: keyof Lag): number => Math.max(...lags.map((lag) => lag[of]));
    const [asked, answered] = [most("asked"), most("answered")];
    worst.push(answered);
    rows.push([name, repeats, asked.toFixed(0), answered.toFixed(0), seen.requests, seen.pages]);
    console.log(`${name}: at most ${answered.toFixed(0)} ms after the answer`);
  }
  console.log();
  printTable(rows);
  judge(
    ways.map(({ name }, index) => ({
      what: `${name}: last page asked for after the answer, ms`,
      measured: (worst[index] ?? Number.NaN).toFixed(0),
      bar: `≤ ${boundMs}`,
      met: (worst[index] ?? Number.POSITIVE_INFINITY) <= boundMs,
    })),
  );
} finally {
  client.close();
  await cluster.stop();
  rmSync(dirname(clockFile), { recursive: true });
}

/** How long after the API was asked, and after it answered, the last request began that got the page; milliseconds, 0 when none did. */
type Lag = { asked: number; answered: number };

async function lagOf({ cookie, take }: Prepared, seen: { requests: number; pages: number }): Promise<Lag> {
  const read = (web: number) =>
    client.ask({
      port: cluster.ports[web] ?? 0,
      host,
      path: pagePath,
      ...(cookie === undefined ? {} : { cookie }),
    });
  for (const web of [0, 1]) {
    await eventually("A page", async () => ((await read(web)).status === 200 ? true : null), 10_000);
  }
  let [answered, last, until] = [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY];
  const reading = inParallel(
    readers,
    () => performance.now() < until,
    async (reader) => {
      const began = performance.now();
      const got = await read(reader % 2);
      seen.requests += 1;
      if (got.status !== 200) return;
      seen.pages += 1;
      last = Math.max(last, began);
    },
  );
  await pause(100);
  const asked = performance.now();
  await take();
  answered = performance.now();
  until = answered + boundMs + afterMs;
  await reading;
  return { asked: Math.max(0, last - asked), answered: Math.max(0, last - answered) };
}

async function shared(order: Record<string, unknown>): Promise<{ id: number; cookie: string }> {
  const made = await api.post<{ id: number; url: string; password?: string }>(shares, {
    description: "Readers",
    ...order,
  });
  return { id: made.id, cookie: await openShare(cluster, host, made) };
}

function today(): string {
  return new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
}

/** Lets both web processes live through the midnight that is next for them, a second away. */
async function passMidnight(): Promise<void> {
  const now = Date.now();
  const midnight = (Math.floor(now / dayMs) + days + 1) * dayMs;
  writeFileSync(clockFile, String(midnight - 1_000 - now));
  for (const web of [0, 1]) process.kill(cluster.webPid(web), "SIGUSR2");
  days += 1;
  await pause(1_000 - (Date.now() - now));
}
