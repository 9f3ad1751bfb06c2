import { describe, expect, test } from "vitest";
import { findConfig } from "#lib/builds/config/rules/find.ts";

const find = (configured: string | null, files: Readonly<Record<string, string>>) =>
  findConfig(configured, async (path) => files[path] ?? null);

describe("[builds A5] a file in the root counts under four names, the first of them best", () => {
  test.each([
    [[".readthedocs.yaml", ".readthedocs.yml", "readthedocs.yaml", "readthedocs.yml"], ".readthedocs.yaml"],
    [["readthedocs.yml", "readthedocs.yaml", ".readthedocs.yml"], ".readthedocs.yml"],
    [["readthedocs.yml", "readthedocs.yaml"], "readthedocs.yaml"],
    [["readthedocs.yml"], "readthedocs.yml"],
  ])("%j: %s", async (names, path) => {
    const files = Object.fromEntries(names.map((name) => [name, name]));
    expect(await find(null, files)).toEqual({ path, text: path });
  });

  test.each([
    "x.readthedocs.yaml",
    ".readthedocs.yaml.bak",
    "readthedocs.yamlx",
    "readthedocs.yam",
    ".readthedocs",
    "READTHEDOCS.YML",
    "docs/.readthedocs.yaml",
  ])("%s does not count", async (name) => {
    await expect(find(null, { [name]: "x" })).rejects.toMatchObject({
      notice: "config:path:default-not-found",
    });
  });
});

describe("[builds A6] a custom path is taken as it is, whatever its name and ending", () => {
  test.each(["docs/.readthedocs.yaml", "custom.yml", "a/b/settings.conf"])("%s", async (path) => {
    expect(await find(path, { [path]: "version: 2" })).toEqual({ path, text: "version: 2" });
  });
});

describe("[builds A7] nothing is found in an empty tree, and nothing below the root", () => {
  test.each([{}, { "docs/.readthedocs.yaml": "x", "docs/readthedocs.yml": "x" }])("%j", async (files) => {
    await expect(find(null, files)).rejects.toMatchObject({
      notice: "config:path:default-not-found",
      values: {},
    });
  });
});

test("[builds A1] a missing custom path is named; no other file takes its place", async () => {
  await expect(find("docs/.readthedocs.yaml", { ".readthedocs.yaml": "version: 2" })).rejects.toMatchObject({
    notice: "config:path:not-found",
    values: { directory: "docs/.readthedocs.yaml" },
  });
});

test("an empty file is found: what is wrong with it is told when it is read", async () => {
  expect(await find(null, { ".readthedocs.yaml": "", ".readthedocs.yml": "version: 2" })).toEqual({
    path: ".readthedocs.yaml",
    text: "",
  });
});
