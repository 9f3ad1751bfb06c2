import languages from "./languages.json" with { type: "json" };
import programmingLanguages from "./programming-languages.json" with { type: "json" };

const spoken = new Map<string, string>(Object.entries(languages));
const programming = new Map<string, string>(Object.entries(programmingLanguages));

/** Codes a project's documentation can be written in, lower case with a dash (`en`, `pt-br`). */
export const languageCodes: readonly string[] = [...spoken.keys()];
/** Codes a project's software can be written in (`py`, `words`). */
export const programmingLanguageCodes: readonly string[] = [...programming.keys()];

export type Coded = { code: string; name: string };

/** A code with its English name; a code that is no longer offered is called `Unknown`. */
export const presentLanguage = (code: string): Coded => ({ code, name: spoken.get(code) ?? "Unknown" });
export const presentProgrammingLanguage = (code: string): Coded => ({
  code,
  name: programming.get(code) ?? "Unknown",
});
