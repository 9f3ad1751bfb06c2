import type { Schema } from "#components/api-operations.ts";
import { textOf } from "#components/form/form-state.ts";
import {
  languageCodes,
  presentLanguage,
  presentProgrammingLanguage,
  programmingLanguageCodes,
} from "#lib/projects/rules/languages.ts";

const byLabel = (a: { label: string }, b: { label: string }): number => a.label.localeCompare(b.label, "en");

type Languages = {
  language?: Schema<"LanguageCode">;
  programming_language?: Schema<"ProgrammingLanguageCode">;
};
export const isLanguage = (code: string): code is Schema<"LanguageCode"> => languageCodes.includes(code);
const isProgrammingLanguage = (code: string): code is Schema<"ProgrammingLanguageCode"> =>
  programmingLanguageCodes.includes(code);

/** What is chosen in the form's menus of languages, whichever it has. */
export function chosenLanguages(data: FormData): Languages {
  const language = textOf(data, "language");
  const programming = textOf(data, "programming_language");
  return {
    ...(isLanguage(language) && { language }),
    ...(isProgrammingLanguage(programming) && { programming_language: programming }),
  };
}

export const languageOptions = languageCodes
  .map((value) => ({ value, label: presentLanguage(value).name }))
  .sort(byLabel);

export const programmingLanguageOptions = programmingLanguageCodes
  .map((value) => ({ value, label: presentProgrammingLanguage(value).name }))
  .sort(byLabel);
