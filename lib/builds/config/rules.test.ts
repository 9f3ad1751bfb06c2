import { describe, expect, test } from "vitest";
import { parseConfig } from "#lib/builds/config/rules.ts";

const parse = (text: string) => parseConfig(text, ".readthedocs.yaml");
const problem = (text: string) => {
  try {
    parse(text);
    return null;
  } catch (error) {
    return error as { notice: string; values: Record<string, unknown> };
  }
};

test("a configuration with commands, defaults filled in", () => {
  const text = `
version: 2
build:
  os: ubuntu-24.04
  tools: {nodejs: "22", python: "3.12"}
  commands:
    - npm ci
    - "echo 'a: b' # not a comment"
sphinx: {configuration: docs/conf.py}
`;
  expect(parse(text)).toEqual({
    version: "2",
    formats: [],
    python: { install: [] },
    conda: null,
    build: {
      os: "ubuntu-24.04",
      tools: {
        nodejs: { version: "22", full_version: "22" },
        python: { version: "3.12", full_version: "3.12" },
      },
      jobs: expect.anything(),
      apt_packages: [],
      commands: ["npm ci", "echo 'a: b' # not a comment"],
    },
    doctype: "generic",
    sphinx: null,
    mkdocs: null,
    submodules: { include: [], exclude: "all", recursive: false },
    search: { ranking: {}, ignore: ["search.html", "search/index.html", "404.html", "404/index.html"] },
  });
});

const build = (inner: string) => `version: 2\nbuild: {os: ubuntu-24.04, ${inner}}`;

describe("accepted", () => {
  test.each([
    ["version as text", 'version: "2"\nbuild: {os: ubuntu-22.04, commands: [a]}'],
    ["no version", "build: {os: ubuntu-lts-latest, commands: [a]}"],
    ["tools only", build('tools: {python: "3"}')],
    ["a key given twice: the last one counts", build("commands: [b], commands: [a]")],
    ["keys of other ways to build", `${build("commands: [a]")}\nconda: {environment: x}\nfuture: true`],
  ])("%s", (_, text) => expect(problem(text)).toBeNull());
});

describe("refused, with the first problem", () => {
  test.each([
    ["", "config:base:invalid-syntax"],
    ["# only a comment", "config:base:invalid-syntax"],
    ["null", "config:base:invalid-syntax"],
    ["{}", "config:base:invalid-syntax"],
    ["text", "config:base:invalid-syntax"],
    ["[1, 2]", "config:base:invalid-syntax"],
    ["a: [", "config:base:invalid-syntax"],
    ["a: *missing", "config:base:invalid-syntax"],
    ["version: 2\n---\nversion: 2", "config:base:invalid-syntax"],
    ['build: {os: ubuntu-24.04, commands: ["a\\0b"]}', "config:base:invalid-syntax"],
    ['build: {os: ubuntu-24.04, commands: ["a\\ud800b"]}', "config:base:invalid-syntax"],
    ['build: {os: ubuntu-24.04, commands: [a], "x\\0": 1}', "config:base:invalid-syntax"],
    ["a: &a [*a]", "config:base:invalid-syntax"],
    ["version: 1", "config:base:invalid-version"],
    ["version: 3", "config:base:invalid-version"],
    ["version: two", "config:base:invalid-version"],
    ["version: 2", "config:validation:value-not-found", "build"],
    ["build: text", "config:validation:invalid-dict", "build"],
    ["build: {commands: [a]}", "config:validation:value-not-found", "build.os"],
    ["build: {os: windows, commands: [a]}", "config:validation:invalid-choice", "build.os"],
    ["build: {os: [x], commands: [a]}", "config:validation:invalid-choice", "build.os"],
    [build("commands: a"), "config:validation:invalid-list", "build.commands"],
    [build("commands: [1]"), "config:validation:invalid-string", "build.commands.0"],
    [build("commands: [a, {b: c}]"), "config:validation:invalid-string", "build.commands.1"],
    [build("tools: [python]"), "config:validation:invalid-dict", "build.tools"],
    [build("tools: {perl: '5'}"), "config:validation:invalid-choice", "build.tools"],
    [build("tools: {python: 3.10}"), "config:validation:invalid-string", "build.tools.python"],
    [build("tools: {}"), "config:build:missing-build-tools-commands"],
    [build("commands: []"), "config:build:missing-build-tools-commands"],
    [build("commands: [a], jobs: {post_build: [b]}"), "config:build:jobs-and-commands"],
  ])("%j: %s %s", (text, notice, key?: string) => {
    expect(problem(text)).toMatchObject(key === undefined ? { notice } : { notice, values: { key } });
  });
});
