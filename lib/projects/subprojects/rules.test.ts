import { describe, expect, it } from "vitest";
import { aliasProblem, type Candidate, fitsBelow } from "#lib/projects/subprojects/rules.ts";

describe("aliasProblem", () => {
  it.each(["a", "A_b-9", "-", "tools/cli", "a/b/c", "日本/é"])("%s can be an alias", (alias) => {
    expect(aliasProblem(alias)).toBeNull();
  });
  it.each(["", "/", "a/", "/a", "a//b", "a.b", "..", "a b", "a?b", "a#b", "a%b", "a\\b", "a\u200bb", "😀"])(
    "%j cannot",
    (alias) => {
      expect(aliasProblem(alias)).toBe("Aliases can contain letters, numbers, underscores, and hyphens.");
    },
  );
});

describe("fitsBelow", () => {
  const parent: Candidate = { id: 1, organizationId: 7, attached: false, hasSubprojects: true };
  const child: Candidate = { id: 2, organizationId: 7, attached: false, hasSubprojects: false };
  it.each<[string, Partial<Candidate>, boolean]>([
    ["a project of the same organization", {}, true],
    ["the parent itself", { id: 1 }, false],
    ["one of another organization", { organizationId: 8 }, false],
    ["one of no organization", { organizationId: null }, false],
    ["a subproject", { attached: true }, false],
    ["a superproject", { hasSubprojects: true }, false],
  ])("%s: %j → %s", (_, difference, expected) => {
    expect(fitsBelow(parent, { ...child, ...difference })).toBe(expected);
  });
  it("both of no organization", () => {
    const alone = { organizationId: null };
    expect(fitsBelow({ ...parent, ...alone }, { ...child, ...alone })).toBe(true);
  });
});
