/** `npm test`: everything a change must pass, from a bare clone too. `scripts/bootstrap.mjs` has installed the packages. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { provideSystemPackages } from "./system-packages.ts";

type Tally = { passed: number; failed: number };
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
  { name: "build", command: ["npm", "run", "-s", "build"] },
  { name: "types", command: ["npm", "run", "-s", "types"] },
  { name: "lint", command: ["npm", "run", "-s", "lint"] },
  { name: "unused code", command: ["npm", "run", "-s", "unused"] },
  vitest("unit"),
  vitest("integration"),
  {
    name: "browser tests",
    command: ["playwright", "test", "--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report("e2e") },
    count: () => countPlaywright(report("e2e")),
  },
];

const needed = [
  "git",
  "openssh-client",
  "bubblewrap",
  "passt",
  "nftables",
  "python3-venv",
  "chromium",
  "curl",
  "nginx",
  "openssl",
] as const;
if (provideSystemPackages([...needed]).length > 0) process.exit(1);
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const total: Tally = { passed: 0, failed: 0 };
const broken: string[] = [];
for (const step of steps) {
  const begun = performance.now();
  console.log(`\n── ${step.name}`);
  const [program = "", ...args] = step.command;
  const ended = spawnSync(program, args, { stdio: "inherit", env: { ...process.env, ...step.env } });
  const ok = ended.status === 0;
  const tally = step.count?.() ?? { passed: 0, failed: 0 };
  total.passed += tally.passed;
  // A step that fails without a failing test (a type error, a crash) still counts: the closing line must not look green.
  total.failed += ok ? tally.failed : Math.max(1, tally.failed);
  if (!ok || tally.failed > 0) broken.push(step.name);
  if (ok && step.count && tally.passed === 0) broken.push(`${step.name} (none ran)`);
  console.log(
    `── ${step.name}: ${ok ? "ok" : "FAILED"} in ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  );
}

if (broken.length > 0) console.log(`\nFailed: ${broken.join(", ")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = broken.length > 0 ? 1 : 0;

/** A test file that cannot even be loaded has no tests in the report; it counts as one failure. */
function countVitest(path: string): Tally {
  const found = readJson<{
    numPassedTests: number;
    numFailedTests: number;
    testResults: { status: string; assertionResults: unknown[] }[];
  }>(path);
  if (!found) return { passed: 0, failed: 1 };
  const unloaded = found.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length;
  return { passed: found.numPassedTests, failed: found.numFailedTests + unloaded };
}

function countPlaywright(path: string): Tally {
  const found = readJson<{ stats: { expected: number; unexpected: number; flaky: number } }>(path);
  if (!found) return { passed: 0, failed: 1 };
  return { passed: found.stats.expected, failed: found.stats.unexpected + found.stats.flaky };
}

function readJson<T>(path: string): T | null {
  try {
    const found: T = JSON.parse(readFileSync(path, "utf8"));
    return found;
  } catch {
    return null;
  }
}
