/** `npm test`: everything a change must pass, from a bare clone too. `scripts/bootstrap.mjs` has installed the packages. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { provideSystemPackages } from "./system-packages.ts";

type Tally = { passed: number; failed: string[] };
type Step = { name: string; command: string[]; env?: Record<string, string>; count?: () => Tally };

const reports = "test-results/reports";
const report = (name: string) => join(reports, `${name}.json`);
const vitest = (project: string): Step => ({
  name: `${project} tests`,
  command: [
    "vitest",
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile=${report(project)}`,
  ],
  count: () => countVitest(report(project)),
});

const steps: Step[] = [
  // Before the build: whatever is written after it makes tests build the app again.
  { name: "contract", command: ["npm", "run", "-s", "contract"] },
  { name: "build", command: ["npm", "run", "-s", "build"] },
  vitest("unit"),
  vitest("integration"),
  {
    name: "browser tests",
    command: ["playwright", "test", "--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report("e2e") },
    count: () => countPlaywright(report("e2e")),
  },
];

/** Run beside the integration tests, which wait a lot, with what those leave of the processors. */
const beside: Step = {
  name: "types, lint and unused code",
  command: ["sh", "-ec", "tsc --noEmit; npm run -s lint; npm run -s unused"],
};
const besideOf = "integration tests";

const needed = [
  "git",
  "openssh-client",
  "bubblewrap",
  "passt",
  "nftables",
  "python3-venv",
  "chromium",
  "chromium-headless-shell",
  "curl",
  "nginx",
  "openssl",
] as const;
if (provideSystemPackages([...needed]).length > 0) process.exit(1);
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
const failed: string[] = [];
const broken: string[] = [];
for (const step of steps) {
  const begun = performance.now();
  console.log(`\n── ${step.name}`);
  const waited = step.name === besideOf ? startBeside() : null;
  const [program = "", ...args] = step.command;
  const ended = spawnSync(program, args, { stdio: "inherit", env: { ...process.env, ...step.env } });
  conclude(step, ended.status === 0, begun);
  if (waited) conclude(beside, await waited, begun);
}

// Said again at the end: a long log is read from there.
for (const failure of failed.slice(0, 100)) console.log(`✘ ${failure}`);
if (broken.length > 0) console.log(`\nFailed: ${broken.join(", ")}`);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exitCode = broken.length > 0 ? 1 : 0;

function conclude(step: Step, ok: boolean, begun: number): void {
  const tally = step.count?.() ?? { passed: 0, failed: [] };
  passed += tally.passed;
  failed.push(...tally.failed);
  // A step that fails without a failing test (a type error, a crash) still counts: the closing line must not look green.
  if (!ok && tally.failed.length === 0) failed.push(step.name);
  if (!ok || tally.failed.length > 0) broken.push(step.name);
  if (ok && step.count && tally.passed === 0) broken.push(`${step.name} (none ran)`);
  console.log(
    `── ${step.name}: ${ok ? "ok" : "FAILED"} in ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  );
}

/** Starts what runs beside. Resolves to whether it went well, once it has ended and its output was shown. */
async function startBeside(): Promise<boolean> {
  const path = join(reports, "beside.log");
  const output = openSync(path, "w");
  const child = spawn("nice", ["-n", "19", ...beside.command], { stdio: ["ignore", output, output] });
  const [code] = await once(child, "exit");
  console.log(`\n── ${beside.name}\n${readFileSync(path, "utf8")}`);
  return code === 0;
}

/** A test file that cannot even be loaded has no tests in the report; it counts as one failure. */
function countVitest(path: string): Tally {
  const found = readJson<{
    numPassedTests: number;
    testResults: {
      name: string;
      status: string;
      message: string;
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
    }[];
  }>(path);
  if (!found) return { passed: 0, failed: [`no report in ${path}`] };
  const failures = found.testResults.flatMap((file) => {
    const name = relative(process.cwd(), file.name);
    if (file.status === "failed" && file.assertionResults.length === 0) return [told(name, "", file.message)];
    return file.assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => told(name, test.fullName, test.failureMessages[0] ?? ""));
  });
  return { passed: found.numPassedTests, failed: failures };
}

function told(file: string, test: string, message: string): string {
  const [firstLine = ""] = message.split("\n");
  return [file, test, firstLine.slice(0, 200)].filter(Boolean).join(" › ");
}

type Suite = { suites?: Suite[]; specs: { ok: boolean; file: string; line: number; title: string }[] };

function countPlaywright(path: string): Tally {
  const found = readJson<{ stats: { expected: number }; suites: Suite[] }>(path);
  if (!found) return { passed: 0, failed: [`no report in ${path}`] };
  return { passed: found.stats.expected, failed: found.suites.flatMap(failingSpecs) };
}

function failingSpecs(suite: Suite): string[] {
  const own = suite.specs
    .filter((spec) => !spec.ok)
    .map((spec) => told(`e2e/${spec.file}:${spec.line}`, spec.title, ""));
  return [...own, ...(suite.suites ?? []).flatMap(failingSpecs)];
}

function readJson<T>(path: string): T | null {
  try {
    const found: T = JSON.parse(readFileSync(path, "utf8"));
    return found;
  } catch {
    return null;
  }
}
