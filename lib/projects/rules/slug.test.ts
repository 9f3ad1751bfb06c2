import { describe, expect, it } from "vitest";
import { nameProblem, projectSlug } from "#lib/projects/rules/slug.ts";

describe("project slugs", () => {
  it.each([
    ["pip", "pip"],
    ["  A__b--C ", "a-b-c"],
    ["a.b/c", "abc"],
    ["C++ & D", "c-d"],
    ["日本", ""],
    ["Café Ünïcode", "cafe-unicode"],
    ["snake_case", "snake-case"],
    ["-_-", ""],
    ["-lead and trail-", "lead-and-trail"],
    ["tab\tand\nline", "tab-and-line"],
    ["ﬁne", "fine"],
    ["x".repeat(63), "x".repeat(54)],
    [`${"x".repeat(53)} yz`, "x".repeat(53)],
  ])("derives %j → %j", (name, slug) => {
    expect(projectSlug(name)).toBe(slug);
  });

  it("refuses a name that leaves nothing", () => {
    expect(nameProblem("*")).toBe('Invalid project name "*": no slug generated.');
  });

  it.each(["import", "Create", "TAGS", "check", "new", "search", "api", "static", "choose!"])(
    "refuses the reserved word %s",
    (name) => {
      expect(nameProblem(name)).toContain("is reserved");
    },
  );

  it("accepts an ordinary name", () => {
    expect(nameProblem("Test Project")).toBeNull();
  });
});
