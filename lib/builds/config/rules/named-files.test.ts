import { expect, test } from "vitest";
import { namedFiles } from "#lib/builds/config/rules/named-files.ts";
import { parseConfig } from "#lib/builds/config/rules.ts";

const python = { os: "ubuntu-24.04", tools: { python: "3" } };
const sphinx = { configuration: "docs/conf.py" };
const files = (config: object) =>
  namedFiles(parseConfig(JSON.stringify({ version: 2, ...config }), "x.yaml"));

test.each<[string, object, string[]]>([
  ["the conf.py of Sphinx", { build: python, sphinx }, ["docs/conf.py"]],
  ["the configuration of MkDocs", { build: python, mkdocs: { configuration: "mkdocs.yml" } }, ["mkdocs.yml"]],
  [
    "requirements, in their order",
    { build: python, sphinx, python: { install: [{ requirements: "b.txt" }, { requirements: "a.txt" }] } },
    ["docs/conf.py", "b.txt", "a.txt"],
  ],
  [
    "requirements for uv",
    {
      build: python,
      sphinx,
      python: { install: [{ method: "uv", command: "pip", requirements: "docs/r.txt" }] },
    },
    ["docs/conf.py", "docs/r.txt"],
  ],
  [
    "the environment of conda",
    {
      build: { os: "ubuntu-24.04", tools: { python: "miniconda-latest" } },
      conda: { environment: "docs/environment.yml" },
      sphinx,
    },
    ["docs/conf.py", "docs/environment.yml"],
  ],
  [
    "none where a job could make them",
    { build: { ...python, jobs: { pre_build: ["make conf"] } }, sphinx },
    [],
  ],
  [
    "none where installing the project could make them",
    { build: python, sphinx, python: { install: [{ method: "pip", path: "." }] } },
    [],
  ],
  [
    "none where uv installs the project",
    { build: python, sphinx, python: { install: [{ method: "uv", command: "sync" }] } },
    [],
  ],
  ["none of commands", { build: { os: "ubuntu-24.04", commands: ["true"] } }, []],
])("%s", (_, config, expected) => {
  expect(files(config)).toEqual(expected);
});
