import Negotiator from "negotiator";
import { type AskedLanguage, askedLanguages } from "#lib/sharing/extension-requests/schema.ts";

/** A language recipients are spoken to in: who asks for more time is answered in the same ones (decision 32). */
export type Language = AskedLanguage;
export const languages = askedLanguages;

/** Each under its own name. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  ja: "日本語",
};

/** The language to answer in: the one chosen on a page (`?lang=`), else the best the browser asks for, else English. */
export function languageOf(acceptLanguage: string | undefined, chosen: string | null): Language {
  const named = languages.find((language) => language === chosen);
  if (named) return named;
  const asked = new Negotiator({ headers: { "accept-language": acceptLanguage ?? "" } }).languages([
    ...languages,
  ]);
  return languages.find((language) => language === asked[0]) ?? "en";
}
