import {
  languageCodes,
  presentLanguage,
  presentProgrammingLanguage,
  programmingLanguageCodes,
} from "#lib/projects/rules/languages.ts";

const byLabel = (a: { label: string }, b: { label: string }): number => a.label.localeCompare(b.label, "en");

export const languageOptions = languageCodes
  .map((value) => ({ value, label: presentLanguage(value).name }))
  .sort(byLabel);

export const programmingLanguageOptions = programmingLanguageCodes
  .map((value) => ({ value, label: presentProgrammingLanguage(value).name }))
  .sort(byLabel);
