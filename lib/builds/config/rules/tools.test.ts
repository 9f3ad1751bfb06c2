import { describe, expect, test } from "vitest";
import { interpreterOf, withFullVersions } from "#lib/builds/config/rules/tools.ts";
import { buildWith, parse } from "#test/factories/configs.ts";

describe("[builds C2] the kind of Python", () => {
  test.each([
    ["3.12", "python"],
    ["latest", "python"],
    ["miniconda-latest", "conda"],
    ["miniconda3-3.12-24.9", "conda"],
    ["miniforge3-26.3", "conda"],
    ["mambaforge-4.10", "mamba"],
  ])("%s: %s", (version, kind) => {
    expect(interpreterOf({ python: { version, full_version: version } })).toBe(kind);
  });

  test("none without Python", () => {
    expect(interpreterOf({ nodejs: { version: "20", full_version: "20" } })).toBe("none");
  });
});

test("[builds C3] the versions the machine used take the place of the ones asked for", () => {
  const config = parse(buildWith('commands: [a], tools: {nodejs: "20", python: latest, rust: latest}'));
  const used = withFullVersions(config, { python: "3.11.2", nodejs: "20.19.1", uv: "0.9.0" });
  expect(Object.entries(used.build.tools)).toEqual([
    ["nodejs", { version: "20", full_version: "20.19.1" }],
    ["python", { version: "latest", full_version: "3.11.2" }],
    ["rust", { version: "latest", full_version: "latest" }],
  ]);
  expect({ ...used, build: { ...used.build, tools: config.build.tools } }).toEqual(config);
});
