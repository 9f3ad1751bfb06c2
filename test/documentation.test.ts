import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toolNames, toolVersions } from "#lib/builds/config/rules/tools.ts";
import { parseConfig } from "#lib/builds/config/rules.ts";
import { configWordings } from "#lib/builds/notices/rules/config.ts";

const text = (path: string) => readFileSync(path, "utf8");
const firstCells = (path: string, pattern: RegExp) => [...text(path).matchAll(pattern)];

test("docs/api.md lists exactly the routes and methods of the contract", () => {
  const contract: { paths: Record<string, object> } = JSON.parse(
    text("app/api/v3/openapi.json/openapi.snapshot.json"),
  );
  const wanted = Object.entries(contract.paths).map(
    ([path, methods]) =>
      `${
        path
          .replace(/^\/api\/v3\//, "")
          .replaceAll("{", "<")
          .replaceAll("}", ">") || "/"
      } ${Object.keys(methods).join(" ").toUpperCase()}`,
  );
  const listed = firstCells("docs/api.md", /^\| `([^`]+\/|\/)` \| ([A-Z ]+) \|/gm).map(
    ([, path, methods]) => `${path} ${methods}`,
  );
  expect(listed.toSorted()).toEqual(wanted.toSorted());
});

test("docs/configuration.md explains every setting and no other", () => {
  const known = new Set(
    [...text("lib/platform/env.ts").matchAll(/^ {4}([A-Z][A-Z_]+):/gm)].map((match) => match[1]),
  );
  const internal = ["NODE_ENV", "LECTERN_DEV"];
  const explained = firstCells("docs/configuration.md", /^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm).flatMap(
    (match) => match[1]?.replaceAll("`", "").split(", ") ?? [],
  );
  expect([...explained, ...internal].toSorted()).toEqual([...known].toSorted());
});

/** Every YAML block of the documentation that is marked `yaml config`, and the files people start from. */
const configs = [
  ...globSync("docs/{*,api/*}.md").flatMap((path) =>
    [...text(path).matchAll(/^```yaml config\n([\s\S]*?)^```$/gm)].map(
      (match, index) => [`${path}, example ${index + 1}`, match[1] ?? ""] as const,
    ),
  ),
  ...[".readthedocs.yaml", ...globSync("examples/*/.readthedocs.yaml")].map(
    (path) => [path, text(path)] as const,
  ),
];

test("the documentation has configuration files to start from", () => {
  expect(configs.length).toBeGreaterThanOrEqual(10);
});

test.each(configs)("%s is a configuration file that can be built", (path, file) => {
  expect(parseConfig(file, path)).toMatchObject({ version: "2" });
});

test("docs/config-file.md says what to do about every notice of the configuration, and no other", () => {
  const explained = firstCells("docs/config-file.md", /^\| (`config:[^|]+`) \|/gm).flatMap(
    (match) => match[1]?.replaceAll("`", "").split(", ") ?? [],
  );
  expect(explained.toSorted()).toEqual(Object.keys(configWordings).toSorted());
});

test.each(toolNames)("docs/config-file.md lists the versions of %s", (tool) => {
  const rows = firstCells("docs/config-file.md", new RegExp(`^\\| \`${tool}\`[^|]*\\| ([^|]+) \\|$`, "gm"));
  const listed = rows.flatMap((match) => match[1]?.split(", ") ?? []);
  expect(listed.toSorted()).toEqual(toolVersions[tool].toSorted());
});

test("every page of the documentation is in its table of contents", () => {
  const pages = globSync("docs/{*,api/*}.md").map((path) => path.replace(/^docs|\.md$/g, ""));
  const listed = [...text("docs/.vitepress/config.mts").matchAll(/link: "([^"]+)"/g)].map(
    (match) => match[1],
  );
  expect(listed.toSorted()).toEqual(pages.filter((page) => !["/README", "/index"].includes(page)).toSorted());
});
