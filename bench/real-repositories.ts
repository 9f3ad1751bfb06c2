/**
 * Imports public repositories, unmodified and at a pinned commit, from a local git URL through the API with a token, waits for
 * the builds and fetches pages. `--from name=/path/to/repository` uses a clone that is already on this machine.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ProjectAnswer } from "../scripts/api-client.ts";
import { isFinal } from "../scripts/api-client.ts";
import { eventually, startCluster } from "./cluster.ts";
import { judge, printTable } from "./report.ts";

type Repository = { name: string; kind: string; url: string; commit: string; pages: Record<string, string> };

const { values } = parseArgs({ options: { from: { type: "string", multiple: true, default: [] } } });
const clones = new Map(
  values.from.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
);
const repositories: Repository[] = JSON.parse(readFileSync("bench/real-repositories.json", "utf8"));

const cluster = await startCluster();
const rows: string[][] = [
  ["repository", "kind", "commit", "build", "seconds", "files", "page", "status", "bytes", "as expected"],
];
let wrong = 0;
try {
  for (const repository of repositories) {
    const api = cluster.api();
    const local = pinnedClone(repository);
    const { slug } = await api.post<ProjectAnswer>("/projects/", {
      name: repository.name,
      organization: "bench",
      privacy_level: "public",
      repository: { url: local, type: "git" },
    });
    const build = await eventually(
      `The build of ${repository.name}`,
      async () => {
        const newest = await api.newestBuild(slug);
        return newest && isFinal(newest) ? newest : null;
      },
      900_000,
      500,
    );
    const [facts] = await cluster.query<{ seconds: number; files: number | null }>(
      "select extract(epoch from finished_at - created)::float8 as seconds, file_count as files from builds where id = $1",
      [build.id],
    );
    const outcome =
      build.success && build.commit === repository.commit
        ? "built"
        : `failed: ${build.error ?? build.commit}`;
    if (outcome !== "built") wrong += 1;
    for (const [path, text] of Object.entries(repository.pages)) {
      const page = await cluster.docs(slug, path);
      const good = page.status === 200 && page.body.includes(text);
      if (!good) wrong += 1;
      rows.push([
        repository.name,
        repository.kind,
        repository.commit.slice(0, 10),
        outcome,
        (facts?.seconds ?? Number.NaN).toFixed(1),
        String(facts?.files ?? ""),
        path,
        String(page.status),
        String(page.body.length),
        good ? "yes" : "NO",
      ]);
    }
  }
} finally {
  await cluster.stop();
}
printTable(rows);
judge([{ what: "builds and pages not as expected", measured: `${wrong}`, bar: "0", met: wrong === 0 }]);

/** A bare clone whose only branch, the default one, is the pinned commit. */
function pinnedClone({ name, url, commit }: Repository): string {
  const path = join(cluster.directory, "repositories", `${name}.git`);
  const git = (...args: string[]) => {
    const { status, stderr } = spawnSync("git", args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr.trim()}`);
  };
  git("clone", "--quiet", "--bare", clones.get(name) ?? url, path);
  git("-C", path, "update-ref", "refs/heads/pinned", commit);
  git("-C", path, "symbolic-ref", "HEAD", "refs/heads/pinned");
  return path;
}
