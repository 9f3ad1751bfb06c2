import { describe, expect, test } from "vitest";
import type { Relative } from "./family-api.ts";
import { subprojectProblem, translationProblem } from "./relations.ts";

const links = { _self: "" } as Relative["_links"];
const base = {
  slug: "docs",
  language: { code: "en", name: "English" },
  organization: { slug: "acme" },
  permissions: { admin: true },
  subproject_of: null,
  translation_of: null,
} as unknown as Relative;
const like = (changes: Partial<Relative>): Relative => ({ ...base, slug: "child", ...changes });
const named = (slug: string) => ({ slug, _links: links });

describe("what is known to keep a project from being a subproject", () => {
  test.each<[string, Relative, readonly Relative[], string | null]>([
    ["nothing", like({}), [], null],
    ["no right", like({ permissions: { admin: false } }), [], "You are not an admin of it."],
    ["another organization", like({ organization: null }), [], "It belongs to another organization."],
    ["a parent", like({ subproject_of: named("top") }), [], "It is a subproject of top already."],
    [
      "children",
      like({}),
      [like({ slug: "grandchild", subproject_of: named("child") })],
      "It has subprojects itself.",
    ],
  ])("%s", (_, child, all, expected) => {
    expect(subprojectProblem(base, child, all)).toBe(expected);
  });
});

describe("what is known to keep a project from being a translation", () => {
  const german = { language: { code: "de", name: "German" } };
  test.each<[string, Relative, readonly Relative[], readonly string[], string | null]>([
    ["nothing", like(german), [], ["fr"], null],
    ["the same language", like({}), [], [], "It is in the same language."],
    ["a language that is taken", like(german), [], ["de"], "There is a translation in this language."],
    [
      "a main project",
      like({ ...german, translation_of: named("top") }),
      [],
      [],
      "It is a translation of top already.",
    ],
    [
      "translations",
      like(german),
      [like({ slug: "x", translation_of: named("child") })],
      [],
      "It has translations itself.",
    ],
    ["no right", like({ permissions: { admin: false } }), [], [], "You are not an admin of it."],
  ])("%s", (_, child, all, taken, expected) => {
    expect(translationProblem(base, child, all, taken)).toBe(expected);
  });
});
