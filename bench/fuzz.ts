/**
 * Schemathesis against the served OpenAPI document: without an account, with a write token, and in the community edition. No answer
 * may be a 5xx or break the contract. Loopback only: no worker runs while made-up addresses are sent.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { send } from "../scripts/api-client.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { conditions, type Document, narrowed, selected, selection } from "./fuzz-document.ts";
import { layOut } from "./fuzz-fixture.ts";
import { addUp, type Tally } from "./fuzz-tally.ts";
import { judge, printTable } from "./report.ts";

const SCHEMATHESIS = "4.32.5";
const WANTED_CASES = 10_000;
/** `negative_data_rejection` and `positive_data_acceptance` are left out: texts are read leniently (1.7) and have rules no schema tells. */
const checks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  },
});
const scratch = mkdtempSync(join(tmpdir(), "lectern-fuzz-"));
const tallies: Tally[] = [];
try {
  const program = install();
  for (const edition of ["business", "community"] as const) {
    const cluster = await startCluster({
      settings: {
        EDITION: edition,
        SIGN_UP: "open",
        API_RATE_ANONYMOUS: "1000000000",
        API_RATE_TOKEN: "1000000000",
        API_RATE_SEARCH: "1000000000",
      },
    });
    try {
      const pools = await layOut(cluster, edition);
      const document = await served(cluster);
      const { token } = cluster;
      const whole = narrowed(document, pools, selection);
      if (edition === "business") {
        await run(program, cluster, "business, nobody", whole, { cases: 10 });
        const unconditional = narrowed(document, pools, [...selection, ...conditions]);
        await run(program, cluster, "business, token", unconditional, { token, coverage: true });
      } else await run(program, cluster, "community, token", whole, { token });
      const parts = selected(narrowed(document, pools, []));
      await run(program, cluster, `${edition}, fields and omit`, parts, { token, cases: 10 });
    } finally {
      await cluster.stop();
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

printTable([
  ["run", "operation", "cases", "answers"],
  ...tallies.flatMap(({ name, operations }) =>
    [...operations].map(([operation, statuses]) => [
      name,
      operation,
      [...statuses.values()].reduce((sum, count) => sum + count, 0),
      [...statuses]
        .sort()
        .map(([status, count]) => `${status}×${count}`)
        .join(" "),
    ]),
  ),
]);
const failures = tallies.flatMap(({ failures }) => failures);
for (const failure of failures) console.log(`\n${failure}`);
const cases = tallies.reduce((sum, tally) => sum + tally.cases, 0);
const serverErrors = tallies.reduce((sum, tally) => sum + tally.serverErrors, 0);
judge([
  { what: "cases", measured: String(cases), bar: `≥ ${WANTED_CASES}`, met: cases >= WANTED_CASES },
  { what: "answers with 5xx", measured: String(serverErrors), bar: "0", met: serverErrors === 0 },
  {
    what: "breaches of the contract",
    measured: String(failures.length),
    bar: "0",
    met: failures.length === 0,
  },
]);

/** Schemathesis in an environment of its own. */
function install(): string {
  const environment = join(scratch, "python");
  // Python 3.11 has a fault of its own in building syntax trees, which Schemathesis makes of patterns.
  const newer = spawnSync("python3.12", ["--version"]).status === 0;
  must(newer ? "python3.12" : "python3", ["-m", "venv", environment]);
  must(join(environment, "bin", "pip"), ["install", "--quiet", `schemathesis==${SCHEMATHESIS}`]);
  return join(environment, "bin", "st");
}

function must(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${stderr}`);
}

async function served(cluster: Cluster): Promise<Document> {
  const answer = await send({ port: cluster.ports[0] ?? 0, path: "/api/v3/openapi.json/" });
  return answer.json<Document>();
}

/** `coverage` tries each limit of each schema as well: some two hundred cases for an operation. */
type Scope = { token?: string; cases?: number; coverage?: boolean };

async function run(
  program: string,
  cluster: Cluster,
  name: string,
  document: Document,
  { token, cases = Number(values.cases), coverage = false }: Scope,
): Promise<void> {
  const description = join(scratch, "openapi.json");
  const events = join(scratch, "events.ndjson");
  writeFileSync(description, JSON.stringify(document));
  console.log(`\n── ${name}`);
  const { status } = spawnSync(
    program,
    [
      "run",
      description,
      ...["--url", `http://localhost:${cluster.ports[0]}`],
      ...(token ? ["--header", `Authorization: Token ${token}`] : []),
      ...["--phases", coverage ? "examples,coverage,fuzzing" : "examples,fuzzing"],
      ...["--checks", checks.join(",")],
      ...["--max-examples", String(cases)],
      ...["--seed", values.seed],
      ...(values.only ? ["--include-path-regex", values.only] : []),
      ...["--workers", "2", "--request-timeout", "30", "--continue-on-failure", "--no-shrink", "--no-color"],
      ...["--generation-database", "none", "--suppress-health-check", "all", "--warnings", "off"],
      ...["--report", "ndjson", "--report-ndjson-path", events],
    ],
    { stdio: "inherit", cwd: scratch },
  );
  tallies.push(await addUp(name, events, status));
}
