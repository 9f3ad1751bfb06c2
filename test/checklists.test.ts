import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { buildsChecklist } from "#test/checklists/builds.ts";

const folders = ["app", "components", "e2e", "lib", "serve", "test", "worker"];
const tests = globSync(folders.map((folder) => `${folder}/**/*.{test,itest,spec}.{ts,tsx}`)).map((path) =>
  readFileSync(path, "utf8"),
);
const shown = new Set(tests.flatMap((text) => [...text.matchAll(/\[(\w+ [A-Z]\d+)\]/g)].map(([, id]) => id)));

test("every line of the builds checklist has a test, or says why not", () => {
  const missing = buildsChecklist.filter(({ id, struck }) => struck === undefined && !shown.has(id));
  expect(missing.map(({ id, line }) => `${id}: ${line}`)).toEqual([]);
});

test("no test names a line that does not exist or was struck", () => {
  const lines = new Set(buildsChecklist.filter(({ struck }) => struck === undefined).map(({ id }) => id));
  expect([...shown].filter((id) => id?.startsWith("builds ") && !lines.has(id))).toEqual([]);
});
