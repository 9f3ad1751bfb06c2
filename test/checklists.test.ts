import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { apiChecklist } from "#test/checklists/api.ts";
import { buildsChecklist } from "#test/checklists/builds.ts";
import { dashboardChecklist } from "#test/checklists/dashboard.ts";
import { servingChecklist } from "#test/checklists/serving.ts";

const folders = ["app", "components", "e2e", "lib", "serve", "test", "worker"];
const tests = globSync(folders.map((folder) => `${folder}/**/*.{test,itest,spec}.{ts,tsx}`)).map((path) =>
  readFileSync(path, "utf8"),
);
const shown = new Set(tests.flatMap((text) => [...text.matchAll(/\[(\w+ [A-Z]\d+)\]/g)].map(([, id]) => id)));

describe.each([
  ["builds", buildsChecklist],
  ["api", apiChecklist],
  ["serving", servingChecklist],
  ["dashboard", dashboardChecklist.filter(({ measured }) => measured === undefined)],
])("the %s checklist", (name, lines) => {
  test("every line has a test, or says why not", () => {
    const missing = lines.filter(({ id, struck }) => struck === undefined && !shown.has(id));
    expect(missing.map(({ id, line }) => `${id}: ${line}`)).toEqual([]);
  });

  test("no test names a line that does not exist or was struck", () => {
    const known = new Set(lines.filter(({ struck }) => struck === undefined).map(({ id }) => id));
    expect([...shown].filter((id) => id?.startsWith(`${name} `) && !known.has(id))).toEqual([]);
  });
});

test("what is measured instead has its measurement", () => {
  const files = dashboardChecklist.flatMap(({ measured }) => measured ?? []);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
