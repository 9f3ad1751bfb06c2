import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cluster, startCluster } from "../bench/cluster.ts";
import { commitFiles, configuration } from "../bench/repository.ts";

const run = promisify(execFile);

/** Every shell block of the documentation that is marked `sh runnable`, in the order of reading. */
const blocks = globSync("docs/{*,api/*}.md")
  .toSorted()
  .flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/^```sh runnable\n([\s\S]*?)^```$/gm)].map((match, index) => ({
      name: `${path}, example ${index + 1}`,
      script: match[1] ?? "",
    })),
  );

let cluster: Cluster;
let repository: string;

beforeAll(async () => {
  cluster = await startCluster({ settings: { LOG_LEVEL: "silent" } });
  repository = join(cluster.directory, "repositories", "guide");
  const command =
    'mkdir -p "$READTHEDOCS_OUTPUT/html" && echo "<h1>Guide</h1>" > "$READTHEDOCS_OUTPUT/html/index.html"';
  commitFiles(repository, { ".readthedocs.yaml": configuration([command]) }, "Guide");
  await cluster.api().post("/projects/", {
    name: "Kettle",
    repository: { url: repository },
    organization: "bench",
    privacy_level: "public",
  });
}, 180_000);

afterAll(() => cluster.stop());

test("the documentation has runnable examples", () => {
  expect(blocks.length).toBeGreaterThanOrEqual(7);
});

test.each(blocks)("$name runs and prints JSON", async ({ script }) => {
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", script], {
    env: {
      ...process.env,
      LECTERN: `http://127.0.0.1:${cluster.ports[0]}`,
      TOKEN: cluster.token,
      REPOSITORY: repository,
      ORGANIZATION: "bench",
      PROJECT: "kettle",
    },
  });
  const answers = stdout.trim() === "" ? [] : stdout.trim().split(/(?<=\})\s*(?=\{)/);
  for (const answer of answers) expect(() => JSON.parse(answer)).not.toThrow();
});
