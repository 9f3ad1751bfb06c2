import { createRequire } from "node:module";
import { cruise, type IConfiguration, type ICruiseResult } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { beforeAll, expect, test } from "vitest";

/** Below this the rules have gone blind (an unsupported TypeScript parses nothing and "finds" nothing). */
const fewestModules = 200;

const roots = ["app", "components", "lib", "serve", "worker", "scripts", "test", "bench", "e2e"];
let result: ICruiseResult;

beforeAll(async () => {
  const config: IConfiguration = createRequire(import.meta.url)("../.dependency-cruiser.cjs");
  const { forbidden = [], options } = config;
  const answer = await cruise(
    roots,
    { ...options, validate: true, ruleSet: { forbidden } },
    {},
    { tsConfig: extractTSConfig("tsconfig.json") },
  );
  if (typeof answer.output === "string") throw new Error("dependency-cruiser answered text, not a result.");
  result = answer.output;
}, 60_000);

test("imports follow the rules of .dependency-cruiser.cjs", () => {
  const broken = result.summary.violations.map(
    ({ rule, from, to }) => `${from} → ${to}: ${rule.name}. ${commentOf(rule.name)}`,
  );
  expect(broken).toEqual([]);
});

test("the import rules see the whole program", () => {
  const seen = result.modules.filter(
    (module) => !module.source.includes("node_modules") && /\.tsx?$/.test(module.source),
  );
  expect(seen.length).toBeGreaterThanOrEqual(fewestModules);
  expect(seen.filter((module) => module.dependencies.length > 0).length).toBeGreaterThan(0);
});

function commentOf(name: string): string {
  return result.summary.ruleSetUsed?.forbidden?.find((rule) => rule.name === name)?.comment ?? "";
}
