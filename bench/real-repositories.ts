/**
 * Builds public documentation repositories, unmodified and at pinned commits, through the API with a token and with their own
 * configuration, then reads pages of what was published. Names given after `--only=` choose some; `--mirrors=/folder` holds clones
 * named `<owner>+<name>/repo` for a machine without internet. Root, because the git hosts are played by this machine.
 */
import { lookup } from "node:dns/promises";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type BuildAnswer, isFinal, type ProjectAnswer } from "../scripts/api-client.ts";
import { type Cluster, eventually, startCluster } from "./cluster.ts";
import {
  cloneAll,
  differenceFromSource,
  type PinnedRepository,
  runWithHosts,
  serveRepositories,
} from "./git-host.ts";
import { judge, printTable } from "./report.ts";

type Repository = PinnedRepository & {
  name: string;
  kind: string;
  language?: string;
  config?: string;
  /** Repositories its submodules come from. */
  submodules?: PinnedRepository[];
  /** What the build's error must say when it is meant to fail: always, or only where the host it `needs` cannot be found. */
  fails?: string;
  needs?: string;
  /** Path → text that its page must hold. */
  pages: Record<string, string>;
};

const { values } = parseArgs({
  options: { mirrors: { type: "string" }, only: { type: "string" }, served: { type: "string" } },
});
const only = values.only?.split(",");
const repositories = (
  JSON.parse(readFileSync("bench/real-repositories.json", "utf8")) as Repository[]
).filter(({ name }) => only?.includes(name) ?? true);
const sources = repositories.flatMap((repository) => [repository, ...(repository.submodules ?? [])]);

if (values.served === undefined) {
  const directory = mkdtempSync(join(tmpdir(), "lectern-hosts-"));
  try {
    cloneAll(directory, sources, values.mirrors);
    const hosts = [...new Set(sources.map(({ url }) => new URL(url).hostname))];
    process.exitCode = runWithHosts(directory, hosts, [`--served=${directory}`]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
} else await measure(values.served);

async function measure(directory: string): Promise<void> {
  const hosts = await serveRepositories(directory);
  const cluster = await startCluster();
  const times: (string | number)[][] = [
    ["repository", "queue", "clone", "install", "build", "publish", "platform", "total", "files", "MB"],
  ];
  const outcomes: string[][] = [["repository", "kind", "url", "commit", "git diff", "outcome", "pages"]];
  let [built, wrong] = [0, 0];
  try {
    for (const repository of repositories) {
      const build = await buildOnce(cluster, repository);
      const good = Object.entries(repository.pages).map(([path, text]) =>
        shows(cluster, build.project, path, text),
      );
      const pages = (await Promise.all(good)).filter(Boolean).length;
      const asWanted =
        build.commit === repository.commit &&
        ((await isMeantToFail(repository))
          ? !build.success && build.error?.includes(repository.fails ?? "")
          : build.success) &&
        pages === good.length;
      if (build.success) built += 1;
      if (!asWanted) {
        wrong += 1;
        await printEnd(cluster, build);
      }
      const steps = await stepsOf(cluster, build.id);
      times.push([repository.name, ...steps]);
      const { name, kind, url, commit } = repository;
      const changed = differenceFromSource(directory, repository);
      const outcome = build.success ? "built" : `failed: ${build.error}`;
      console.log(`${name}: ${outcome}, ${steps.join(" ")}`);
      outcomes.push([
        name,
        kind,
        url,
        commit,
        changed === 0 ? "empty" : "NOT EMPTY",
        outcome,
        `${pages} of ${good.length}`,
      ]);
    }
  } finally {
    await cluster.stop();
    hosts.close();
  }
  printTable(outcomes);
  console.log("\nseconds per step; platform: total without the commands that fetch, install and build\n");
  printTable(times);
  judge([
    { what: "repositories built", measured: `${built}`, bar: "≥ 6", met: built >= 6 },
    { what: "outcomes or pages not as expected", measured: `${wrong}`, bar: "0", met: wrong === 0 },
  ]);
}

async function isMeantToFail({ fails, needs }: Repository): Promise<boolean> {
  if (fails === undefined || needs === undefined) return fails !== undefined;
  return lookup(needs).then(
    () => false,
    () => true,
  );
}

async function buildOnce(
  cluster: Cluster,
  repository: Repository,
): Promise<BuildAnswer & { project: string }> {
  const api = cluster.api();
  const { slug } = await api.post<ProjectAnswer>("/projects/", {
    name: repository.name,
    organization: "bench",
    privacy_level: "public",
    language: repository.language ?? "en",
    repository: { url: repository.url, type: "git" },
    ...(repository.config !== undefined && { readthedocs_yaml_path: repository.config }),
  });
  const build = await eventually(
    `The build of ${repository.name}`,
    async () => {
      const newest = await api.newestBuild(slug);
      return newest && isFinal(newest) ? newest : null;
    },
    1_200_000,
    500,
  );
  return { ...build, project: slug };
}

async function shows(cluster: Cluster, project: string, path: string, text: string): Promise<boolean> {
  const page = await cluster.docs(project, path);
  const good = page.status === 200 && page.body.includes(text);
  if (!good)
    console.log(
      `${project} ${path}: ${page.status}, ${page.body.length} bytes, without ${JSON.stringify(text)}`,
    );
  return good;
}

/** The end of what the last command of a build printed. */
async function printEnd(cluster: Cluster, build: BuildAnswer & { project: string }): Promise<void> {
  const { results } = await cluster
    .api()
    .get<{ results: { command: string; output: string }[] }>(
      `/projects/${build.project}/builds/${build.id}/commands/?limit=200`,
    );
  const last = results.at(-1);
  console.log(`\n${build.project}: ${last?.command}\n${last?.output.split("\n").slice(-40).join("\n")}\n`);
}

async function stepsOf(cluster: Cluster, buildId: number): Promise<string[]> {
  const [row] = await cluster.query<
    Record<"queue" | "clone" | "install" | "build" | "publish" | "total", number> & {
      files: number | null;
      bytes: string | null;
    }
  >(
    `select extract(epoch from b.started_at - b.created)::float8 as queue,
            sum(extract(epoch from c.finished_at - c.started_at)) filter (where c.step = 'cloning')::float8 as clone,
            sum(extract(epoch from c.finished_at - c.started_at)) filter (where c.step = 'installing')::float8 as install,
            sum(extract(epoch from c.finished_at - c.started_at)) filter (where c.step = 'building')::float8 as build,
            (select extract(epoch from b.finished_at - e.created) from build_events e
              where e.build_id = b.id and e.kind = 'state' and e.body->>'state' = 'uploading')::float8 as publish,
            extract(epoch from b.finished_at - b.created)::float8 as total, b.file_count as files, b.total_bytes as bytes
       from builds b left join build_commands c on c.build_id = b.id where b.id = $1 group by b.id`,
    [buildId],
  );
  if (!row) return [];
  const { queue, clone, install, build, publish, total } = row;
  const platform = total - clone - install - build;
  const seconds = [queue, clone, install, build, publish, platform, total].map((n) => (n ?? 0).toFixed(1));
  return [
    ...seconds,
    String(row.files ?? ""),
    row.bytes === null ? "" : (Number(row.bytes) / 1e6).toFixed(1),
  ];
}
