import { describe, expect, test } from "vitest";
import {
  type CacheFacts,
  cacheFamily,
  cacheKeys,
  keepsNodeModules,
  namedFiles,
  surplus,
} from "#lib/builds/caches/rules.ts";
import { parseConfig } from "#lib/builds/config/rules.ts";

const configOf = (file: Record<string, unknown>) =>
  parseConfig(JSON.stringify({ version: 2, ...file }), ".readthedocs.yaml");
const os = "ubuntu-24.04";
const sphinx = { sphinx: { configuration: "docs/conf.py" } };
const config = configOf({ build: { os, tools: { python: "3.11" } }, ...sphinx });
const facts: CacheFacts = { config, tools: { python: "3.11.2" }, files: "abc", secrets: false };

describe("a cache key", () => {
  test("is the same for the same lock files, tools and commands, in whatever order the tools come", () => {
    const one = { ...facts, tools: { python: "3.11.2", nodejs: "20.1.0" } };
    const other = { ...facts, tools: { nodejs: "20.1.0", python: "3.11.2" } };
    expect(cacheKeys(one)).toEqual(cacheKeys(other));
    expect(cacheKeys(facts)).toEqual({
      downloads: expect.stringMatching(/^downloads-[0-9a-f]{32}$/),
      environment: expect.stringMatching(/^environment-[0-9a-f]{32}$/),
    });
  });

  test("of a build with private variables is of another family, which no other build looks at", () => {
    const { downloads, environment } = cacheKeys({ ...facts, secrets: true });
    expect(downloads).toMatch(/^private-downloads-/);
    expect(environment).toMatch(/^private-environment-/);
    expect([cacheFamily("downloads", false), cacheFamily("downloads", true)]).toEqual([
      "downloads",
      "private-downloads",
    ]);
  });

  test.each<[string, Partial<CacheFacts>, { environment: boolean; downloads: boolean }]>([
    ["a lock file", { files: "abd" }, { environment: false, downloads: false }],
    ["the patch release of a tool", { tools: { python: "3.11.3" } }, { environment: false, downloads: true }],
    ["a tool more", { tools: { python: "3.11.2", uv: "0.9.1" } }, { environment: false, downloads: false }],
    [
      "what is installed",
      {
        config: configOf({
          build: { os, tools: { python: "3.11" } },
          python: { install: [{ requirements: "docs/requirements.txt" }] },
          ...sphinx,
        }),
      },
      { environment: false, downloads: true },
    ],
    [
      "a job",
      {
        config: configOf({
          build: { os, tools: { python: "3.11" }, jobs: { post_install: ["pip install x"] } },
          ...sphinx,
        }),
      },
      { environment: false, downloads: true },
    ],
    [
      "how strictly pages are built",
      {
        config: configOf({
          build: { os, tools: { python: "3.11" } },
          sphinx: { ...sphinx.sphinx, fail_on_warning: true },
        }),
      },
      { environment: true, downloads: true },
    ],
  ])("with another %s", (_, change, same) => {
    const [before, after] = [cacheKeys(facts), cacheKeys({ ...facts, ...change })];
    expect({
      environment: before.environment === after.environment,
      downloads: before.downloads === after.downloads,
    }).toEqual(same);
  });
});

test("files that a configuration names count whatever they are called, as they are spelled", () => {
  const named = configOf({
    build: { os, tools: { python: "miniconda-latest" } },
    conda: { environment: "docs/env[1].yml" },
    python: { install: [{ requirements: "docs/pins" }, { path: "." }] },
    ...sphinx,
  });
  expect(namedFiles(named)).toEqual([":(literal)docs/pins", ":(literal)docs/env[1].yml"]);
});

test.each([
  ["npm ci", false],
  ["cd site && npm --prefix x ci", false],
  ["npm clean-install --omit dev", false],
  ["npm install", true],
  ["yarn install --frozen-lockfile", true],
  ["npm run circle", true],
])("%j: installed Node packages are kept: %s", (command, kept) => {
  expect(keepsNodeModules(configOf({ build: { os, commands: [command] } }))).toBe(kept);
});

describe("what a project keeps", () => {
  const kept = [
    { key: "a", bytes: 40n, lastUsedAt: new Date("2026-01-01") },
    { key: "b", bytes: 30n, lastUsedAt: new Date("2026-01-03") },
    { key: "c", bytes: 30n, lastUsedAt: new Date("2026-01-02") },
  ];
  test.each([
    [{ count: 3, bytes: 100 }, []],
    [{ count: 2, bytes: 100 }, ["a"]],
    [{ count: 3, bytes: 99 }, ["a"]],
    [{ count: 3, bytes: 59 }, ["c", "a"]],
    [{ count: 0, bytes: 100 }, ["b", "c", "a"]],
  ])("is within %j, the least recently used gone first", (limits, gone) => {
    expect(surplus(kept, limits)).toEqual(gone);
  });
});
