/**
 * Everything a project's people can do wrong, or do on purpose: each build ends with its own notice and in time, what was published
 * before stays, and nothing of it is left on the machine. `--only=` chooses cases by a part of their names. All of it stays on
 * this machine's loopback, and hostile commands run inside builds only.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type GitRepository, type GitServer, startGitServer } from "#test/git-server.ts";
import { type BuildAnswer, isFinal } from "../scripts/api-client.ts";
import { type BadInput, badInputs, type Hosts } from "./bad-input-cases.ts";
import { eventually, pause, startCluster } from "./cluster.ts";
import { countLeftovers, type Leftovers } from "./leftovers.ts";
import { judge, median, printTable } from "./report.ts";

const { values } = parseArgs({ options: { only: { type: "string" } } });
const began = performance.now();
const slots = 2;
const inARow = 20;
const goodPage = "mkdir -p _readthedocs/html && echo '<p>good' > _readthedocs/html/index.html";
const config = (command: string) =>
  JSON.stringify({ version: 2, build: { os: "ubuntu-24.04", commands: [command] } });

/** What may grow, and by how much. */
const room: Record<string, number> = { "files the worker has open": 10, "MB the worker takes": 150 };

const temporary = mkdtempSync(join(tmpdir(), "lectern-bad-input-"));
mkdirSync(join(temporary, "tmp"), { mode: 0o1777 });
const [server, guarded, silent] = await Promise.all([startGitServer(), startGitServer(), silentHost()]);
guarded.protect({ username: "ada", password: "secret" });
const hosts: Hosts = {
  silent: `http://127.0.0.1:${silent.port}/x.git`,
  protected: guarded.repository("private").url,
  closed: "http://127.0.0.1:9/x.git",
};
const cluster = await startCluster({
  settings: {
    WORKER_SLOTS: String(slots),
    BUILD_OUTPUT_MB: "2",
    LOG_LEVEL: "silent",
    TMPDIR: join(temporary, "tmp"),
  },
});
const api = cluster.api();

const rows: (string | number)[][] = [
  ["input", "state", "notices", "seconds", "limit", "site before", "error of the API"],
];
const wrong: string[] = [];
try {
  const control = await goodProject(server, "control");
  const usual = await timesOf(control, 7);
  const before = await settled({ "files the worker has open": 1_000, "MB the worker takes": 1_000 });

  const waiting = badInputs.filter((input) => input.name.includes(values.only ?? ""));
  const lane = async () => {
    for (let input = waiting.shift(); input; input = waiting.shift()) await tryOut(input);
  };
  await Promise.all(Array.from({ length: slots }, lane));
  printTable(rows);

  const [early, late] = await manyInARow();
  const afterwards = await timesOf(control, 7);
  const after = await settled(before);
  await loseWorker(control);
  const restarted = await settled(before);
  console.log();
  printTable([
    ["left behind", "before", "after", "after a lost worker"],
    ...Object.entries(before).map(([what, count]) => [
      what,
      count,
      after[what] ?? "?",
      restarted[what] ?? "?",
    ]),
  ]);
  for (const sentence of wrong) console.log(`! ${sentence}`);
  judgeAll({ usual, afterwards, early, late }, [...grown(before, after), ...grown(before, restarted)]);
} finally {
  await cluster.stop();
  await Promise.all([server.close(), guarded.close(), silent.close()]);
  rmSync(temporary, { recursive: true, force: true });
}

type Project = { readonly slug: string; readonly repository: GitRepository };

/** Makes a project through the API and waits for its first build, which is good. */
async function goodProject(git: GitServer, slug: string): Promise<Project> {
  const repository = git.repository(slug);
  repository.commit({ ".readthedocs.yaml": config(goodPage) });
  const project = { name: slug, organization: "bench", privacy_level: "public" };
  await api.post("/projects/", { ...project, repository: { url: repository.url, type: "git" } });
  const first = await ended(slug, null);
  await api.patch(`/projects/${slug}/`, { default_branch: "main" });
  if (!first.success) throw new Error(`The first build of ${slug} failed: ${first.error}`);
  return { slug, repository };
}

async function trigger(slug: string): Promise<number> {
  const { build } = await api.post<{ build: { id: number } }>(
    `/projects/${slug}/versions/latest/builds/`,
    {},
  );
  return build.id;
}

/** The newest build of a project once it has ended, or the one with this number. */
function ended(slug: string, id: number | null): Promise<BuildAnswer> {
  return eventually(
    `The end of a build of ${slug}`,
    async () => {
      const build =
        id === null
          ? await api.newestBuild(slug)
          : await api.get<BuildAnswer>(`/projects/${slug}/builds/${id}/`);
      return build && isFinal(build) ? build : null;
    },
    180_000,
    100,
  );
}

async function secondsOf(id: number): Promise<number> {
  const [times] = await cluster.query<{ seconds: number }>(
    "select extract(epoch from finished_at - started_at)::float8 as seconds from builds where id = $1",
    [id],
  );
  return times?.seconds ?? Number.NaN;
}

/** Builds a project again and again; gives the seconds of each. */
async function timesOf({ slug }: Project, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const build = await ended(slug, await trigger(slug));
    if (!build.success) wrong.push(`a normal build of ${slug} failed: ${build.error}`);
    times.push(await secondsOf(build.id));
  }
  return times;
}

async function tryOut(input: BadInput): Promise<void> {
  const slug = `bad-${badInputs.indexOf(input) + 1}`;
  const { repository } = await goodProject(server, slug);
  await spoil(slug, repository, input);
  const build = await ended(slug, await trigger(slug));
  const seconds = await secondsOf(build.id);
  const { results } = await api.get<{ results: { message: { id: string } }[] }>(
    `/projects/${slug}/builds/${build.id}/notifications/`,
  );
  const notices = results.map(({ message }) => message.id);
  const site = await cluster.docs(slug, "/en/latest/");
  const ends = input.ends ?? "failed";
  const state = build.success ? "succeeded" : build.state.code === "cancelled" ? "skipped" : "failed";
  const served = site.status === 200 && site.body.toString("utf8").includes("good");
  const complaints = [
    ...(state === ends ? [] : [`${state} instead of ${ends}`]),
    ...(notices.join() === input.notices.join() ? [] : [`has ${notices.join(", ") || "no notice"}`]),
    ...(seconds <= input.within ? [] : [`took ${seconds.toFixed(1)} s`]),
    ...((build.error ?? "") !== "" || ends !== "failed" ? [] : ["has no error"]),
    ...(served || ends === "succeeded" ? [] : ["lost the site"]),
  ];
  if (complaints.length > 0) wrong.push(`${input.name}: ${complaints.join("; ")}`);
  const before = ends === "succeeded" ? "replaced" : served ? "served" : "LOST";
  const error = (build.error ?? "").replaceAll("\n", " ").slice(0, 90);
  rows.push([input.name, state, notices.join(", "), seconds.toFixed(1), input.within, before, error]);
  console.log(`${rows.length - 1}. ${input.name}: ${complaints.join("; ") || "as it should be"}`);
}

async function spoil(slug: string, repository: GitRepository, input: BadInput): Promise<void> {
  if (input.move)
    await api.patch(`/projects/${slug}/`, { repository: { url: input.move(hosts), type: "git" } });
  if (input.bounds)
    await cluster.query("update projects set build_seconds = $2, build_memory_mb = $3 where slug = $1", [
      slug,
      input.bounds.seconds ?? null,
      input.bounds.memoryMb ?? null,
    ]);
  if (!input.files && !input.spoil) return;
  repository.git("rm", "--quiet", ".readthedocs.yaml");
  if (input.files) repository.commit(input.files);
  input.spoil?.(repository);
}

/** Bad builds one after the other. Gives the seconds of the first and of the last ones of one kind. */
async function manyInARow(): Promise<[number[], number[]]> {
  const { slug, repository } = await goodProject(server, "in-a-row");
  const lines = [
    "exit 3",
    "sleep 60 & exit 3",
    "truncate -s 5G x; exit 3",
    "head -c 3000000 /dev/zero | tr '\\0' x; exit 3",
  ];
  const times: number[] = [];
  for (let turn = 0; turn < inARow; turn += 1) {
    const line = lines[turn % lines.length] ?? "";
    repository.commit({ ".readthedocs.yaml": config(line) });
    const id = await trigger(slug);
    await expectFailure(slug, id);
    if (line === lines[0]) times.push(await secondsOf(id));
  }
  return [times.slice(0, 2), times.slice(-2)];
}

/** A worker is killed amid a bad build while others wait; a new one takes all of them up. */
async function loseWorker(control: Project): Promise<void> {
  const projects = await Promise.all(["lost-1", "lost-2", "lost-3"].map((slug) => goodProject(server, slug)));
  for (const { repository } of projects)
    repository.commit({ ".readthedocs.yaml": config("sleep 60 & sleep 3; exit 3") });
  const bad = await Promise.all(projects.map(async ({ slug }) => ({ slug, id: await trigger(slug) })));
  const waiting = await trigger(control.slug);
  await pause(2_000);
  await cluster.killWorker();
  cluster.startWorker();
  for (const { slug, id } of bad) await expectFailure(slug, id);
  if (!(await ended(control.slug, waiting)).success) wrong.push("a build that waited beside bad ones failed");
}

async function expectFailure(slug: string, id: number): Promise<void> {
  const { success, error } = await ended(slug, id);
  if (success || !error?.includes("ended with exit code 3"))
    wrong.push(`build ${id} of ${slug} says: ${error}`);
}

/** What is left once it is as before, or after ten seconds. */
async function settled(before: Leftovers): Promise<Leftovers> {
  for (let tries = 0; ; tries += 1) {
    const now = await countLeftovers(cluster, join(temporary, "tmp"));
    if (tries === 20 || grown(before, now).length === 0) return now;
    await pause(500);
  }
}

function grown(before: Leftovers, after: Leftovers): string[] {
  return Object.keys(after).filter((what) => (after[what] ?? 0) > (before[what] ?? 0) + (room[what] ?? 0));
}

function judgeAll(
  times: { usual: number[]; afterwards: number[]; early: number[]; late: number[] },
  left: string[],
): void {
  const ratio = median(times.afterwards) / median(times.usual);
  const inRow = median(times.late) / median(times.early);
  const minutes = (performance.now() - began) / 60_000;
  judge([
    {
      what: "things that went wrong",
      measured: `${wrong.length}, ${rows.length - 1} inputs tried`,
      bar: "0",
      met: wrong.length === 0,
    },
    {
      what: "a normal build afterwards, times one before",
      measured: `${ratio.toFixed(2)} (${median(times.usual).toFixed(1)} s)`,
      bar: "≤ 1.5",
      met: ratio <= 1.5,
    },
    {
      what: `the last of ${inARow} bad builds, times the first`,
      measured: inRow.toFixed(2),
      bar: "≤ 1.5",
      met: inRow <= 1.5,
    },
    {
      what: "kinds of things left behind",
      measured: left.join(", ") || "none",
      bar: "none",
      met: left.length === 0,
    },
    { what: "minutes", measured: minutes.toFixed(1), bar: "≤ 8", met: minutes <= 8 },
  ]);
}

/** Accepts connections and never answers. */
function silentHost(): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<import("node:net").Socket>();
  const host = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  return new Promise((resolve, reject) => {
    host.once("error", reject);
    host.listen(0, "127.0.0.1", () => {
      const address = host.address();
      resolve({
        port: typeof address === "object" && address ? address.port : 0,
        close: () => {
          for (const socket of sockets) socket.destroy();
          return new Promise((done) => host.close(() => done()));
        },
      });
    });
  });
}
