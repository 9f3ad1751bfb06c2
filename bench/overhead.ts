/** Ten builds of one trivial command: wall time minus the user's commands, and trigger to start. */
import { join } from "node:path";
import { isFinal } from "../scripts/api-client.ts";
import { eventually, startCluster } from "./cluster.ts";
import { judge, median, printTable } from "./report.ts";
import { commitFiles, configuration } from "./repository.ts";
import { readShape } from "./shape.ts";

const { rounds, ...shape } = readShape({ rounds: 10 });
const cluster = await startCluster(shape);
try {
  const repository = join(cluster.directory, "repositories", "trivial");
  const command = `mkdir -p "$READTHEDOCS_OUTPUT/html" && echo "<h1>hello</h1>" > "$READTHEDOCS_OUTPUT/html/index.html"`;
  commitFiles(repository, { ".readthedocs.yaml": configuration([command]) }, "Trivial");
  const api = cluster.api();
  await api.post("/projects/", {
    name: "Trivial",
    organization: "bench",
    privacy_level: "public",
    repository: { url: repository, type: "git" },
  });
  const finished = () =>
    eventually(
      "The end of the build",
      async () => {
        const build = await api.newestBuild("trivial");
        return build && isFinal(build) ? build : null;
      },
      120_000,
    );
  await finished();

  const rows: (string | number)[][] = [
    ["build", "wall s", "user's commands s", "overhead s", "trigger → started s"],
  ];
  const overheads: number[] = [];
  const starts: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await api.post("/projects/trivial/versions/latest/builds/", {});
    const build = await finished();
    if (!build.success) throw new Error(`Build ${build.id} failed: ${build.error}`);
    const [times] = await cluster.query<{ wall: number; user: number; start: number }>(
      `select extract(epoch from b.finished_at - b.created)::float8 as wall,
              extract(epoch from b.started_at - b.created)::float8 as start,
              coalesce((select sum(extract(epoch from c.finished_at - c.started_at)) from build_commands c
                         where c.build_id = b.id and c.command = $2), 0)::float8 as user
         from builds b where b.id = $1`,
      [build.id, command],
    );
    if (!times) throw new Error(`Build ${build.id} is not in the database.`);
    overheads.push(times.wall - times.user);
    starts.push(times.start);
    rows.push([
      build.id,
      ...[times.wall, times.user, times.wall - times.user, times.start].map((n) => n.toFixed(3)),
    ]);
  }
  printTable(rows);
  judge([
    {
      what: "overhead, median of 10",
      measured: `${median(overheads).toFixed(3)} s`,
      bar: "≤ 1.5 s",
      met: median(overheads) <= 1.5,
    },
    {
      what: "trigger → started, worst",
      measured: `${Math.max(...starts).toFixed(3)} s`,
      bar: "< 1 s",
      met: Math.max(...starts) < 1,
    },
  ]);
} finally {
  await cluster.stop();
}
