import { describe, expect, it } from "vitest";
import { configPathProblem } from "#lib/projects/rules/config-path.ts";

describe("custom configuration paths", () => {
  it.each([".readthedocs.yaml", "docs/.readthedocs.yaml", "a b/c-d/.readthedocs.yaml"])(
    "accepts %s",
    (path) => {
      expect(configPathProblem(path)).toBeNull();
    },
  );

  it.each([
    ["/.readthedocs.yaml", "Use a relative path."],
    ["docs/", "cannot end with '/'"],
    ["../.readthedocs.yaml", "Found invalid sequence"],
    ["a/..b/.readthedocs.yaml", "Found invalid sequence"],
    ["a`b/.readthedocs.yaml", "Found invalid character"],
    ["a|b/.readthedocs.yaml", "Found invalid character"],
    ["a\nb/.readthedocs.yaml", "Found invalid character"],
    ["readthedocs.yaml", "The only allowed filename"],
    ["docs/x.readthedocs.yaml", "The only allowed filename"],
    ["docs/.readthedocs.yml", "The only allowed filename"],
  ])("refuses %j", (path, message) => {
    expect(configPathProblem(path)).toContain(message);
  });
});
