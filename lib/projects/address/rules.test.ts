import { describe, expect, test } from "vitest";
import {
  aliasConflict,
  normalisePrefix,
  type Prefixes,
  prefixConflict,
  prefixProblem,
} from "#lib/projects/address/rules.ts";

const withTranslations = "multiple_versions_with_translations";
const without = "multiple_versions_without_translations";
const plain: Prefixes = { scheme: withTranslations, customPrefix: null, subprojectPrefix: null };

test.each([
  ["guide", "/guide/"],
  ["/guide", "/guide/"],
  ["guide/", "/guide/"],
  ["//a///b//", "/a/b/"],
  ["{lang}", "/{lang}/"],
  ["/", "/"],
  ["", "/"],
])("[serving E6] %j becomes %j", (given, expected) => {
  expect(normalisePrefix(given)).toBe(expected);
});

describe("what can be a prefix", () => {
  test.each(["guide", "/a/b/", "/{lang}/", "日本", "en", "~x", "a.b", "/pages/", "/_x/", "", "/"])(
    "%j can",
    (text) => expect(prefixProblem(text)).toBeNull(),
  );
  test.each([
    ["a b", "white space"],
    ["a\tb", "white space"],
    ["a?b", "white space"],
    ["a#b", "white space"],
    ["a%2fb", "white space"],
    ["a\\b", "white space"],
    ["a\u200bb", "white space"],
    ["/../x", "segment"],
    ["a/./b", "segment"],
    ["/_/", "/_/"],
    ["_/x", "/_/"],
    ["page", "/page/"],
    ["//page/x", "/page/"],
  ])("%j cannot", (text, why) => {
    expect(prefixProblem(text)).toContain(why);
  });
});

describe("[serving E6] a prefix under which subprojects would be out of reach", () => {
  test.each<[string, Partial<Prefixes>, string | null]>([
    ["a language behind the project's own prefix", { subprojectPrefix: "/en/" }, "Below /, en is taken"],
    ["behind a longer own prefix", { customPrefix: "/g/", subprojectPrefix: "/g/es/x/" }, "Below /g/, es"],
    ["a language in a former spelling", { subprojectPrefix: "/pt_BR/" }, "Below /, pt_BR is taken"],
    ["zh", { subprojectPrefix: "/zh/" }, "Below /, zh is taken"],
    ["a language further down", { subprojectPrefix: "/s/en/" }, null],
    ["a language elsewhere", { customPrefix: "/g/", subprojectPrefix: "/en/" }, null],
    ["a word that is no language", { subprojectPrefix: "/english/" }, null],
    ["equal prefixes", { customPrefix: "/g/", subprojectPrefix: "/g/" }, null],
    ["no prefix at all", { subprojectPrefix: "/" }, null],
    ["without translations", { scheme: without, subprojectPrefix: "/en/" }, null],
  ])("%s: %j", (_, difference, expected) => {
    const conflict = prefixConflict({ ...plain, ...difference }, []);
    if (expected === null) expect(conflict).toBeNull();
    else expect(conflict).toContain(expected);
  });

  test.each<[string, Partial<Prefixes>, string | null]>([
    ["en", {}, null],
    ["en", { subprojectPrefix: "/" }, "en is taken for a language"],
    ["en/x", { subprojectPrefix: "/" }, "en is taken for a language"],
    ["en", { customPrefix: "/g/", subprojectPrefix: "/g/" }, "en is taken for a language"],
    ["en", { scheme: without, subprojectPrefix: "/" }, null],
    ["_", {}, null],
    ["_", { subprojectPrefix: "/" }, "belong to the platform"],
    ["page", { subprojectPrefix: "/" }, "belong to the platform"],
    ["plugin", { customPrefix: "/projects/plugin/" }, "own pages lie below /projects/plugin/"],
    ["plugin", { customPrefix: "/projects/plugins/" }, null],
    ["guide", { customPrefix: "/guide/en/", subprojectPrefix: "/" }, "own pages lie below /guide/"],
  ])("alias %s with %j", (alias, difference, expected) => {
    for (const found of [
      aliasConflict({ ...plain, ...difference }, alias),
      prefixConflict({ ...plain, ...difference }, ["other", alias]),
    ]) {
      if (expected === null) expect(found).toBeNull();
      else expect(found).toContain(expected);
    }
  });
});
