import { describe, expect, test } from "vitest";
import { weightOf } from "#lib/publishing/rules/family.ts";
import { customDomain, docsFamily } from "#test/factories/docs-family.ts";

const headers = [{ name: "Content-Security-Policy", value: "x".repeat(4_096), secureOnly: false }];

describe("what a snapshot weighs", () => {
  test.each([
    ["a project", { versions: [] }, 4_000],
    ["its versions and previews", { versions: ["latest", "stable", "17"] }, 5_350],
    ["its readers", { versions: [], readers: [1, 2] }, 4_100],
    ["its domains", { versions: [], domains: [customDomain("docs.example.com")] }, 5_000],
    [
      "the headers of its domains",
      { versions: [], domains: [customDomain("a.example", { headers })] },
      9_096,
    ],
  ])("grows with %s", (_what, options, expected) => {
    const { docs } = docsFamily({ docs: options });
    expect(weightOf(docs!)).toBe(expected);
  });

  test("includes all that can be reached, from wherever one starts, once", () => {
    const family = docsFamily({
      docs: {},
      "docs-es": { translationOf: "docs", language: "es" },
      plugin: { parent: { slug: "docs", alias: "plugin" } },
      "plugin-es": { translationOf: "plugin", language: "es" },
    });
    for (const project of Object.values(family)) expect(weightOf(project)).toBe(4 * 4_450);
  });
});
