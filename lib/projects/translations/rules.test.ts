import { expect, test } from "vitest";
import { type TranslationSide, translationProblem } from "#lib/projects/translations/rules.ts";

const main: TranslationSide = {
  slug: "docs",
  language: "en",
  scheme: "multiple_versions_with_translations",
  isTranslation: false,
  translations: ["de", "fr"],
};
const child: TranslationSide = { ...main, slug: "docs-es", language: "es", translations: [] };

test.each<[string, Partial<TranslationSide>, Partial<TranslationSide>, string | null]>([
  ["another language", {}, {}, null],
  ["any scheme of its own", {}, { scheme: "single_version_without_translations" }, null],
  ["the same language", {}, { language: "en" }, "docs is in the same language."],
  ["a sibling's language", {}, { language: "fr" }, "There is already a translation in this language."],
  ["a main project that is a translation", { isTranslation: true }, {}, "docs is a translation itself."],
  ["a child with translations", {}, { translations: ["it"] }, "This project has translations itself."],
  [
    "a scheme without languages",
    { scheme: "multiple_versions_without_translations" },
    {},
    "The versioning scheme of docs has no translations.",
  ],
  [
    "a single version",
    { scheme: "single_version_without_translations" },
    {},
    "The versioning scheme of docs has no translations.",
  ],
])("[serving M4] %s: %j %j", (_, above, below, expected) => {
  expect(translationProblem({ ...main, ...above }, { ...child, ...below })).toBe(expected);
});
