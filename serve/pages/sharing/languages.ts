import Negotiator from "negotiator";

/** Languages recipients are spoken to in, each under its own name (decision 32). */
export const languageNames = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  ja: "日本語",
} as const;
export type Language = keyof typeof languageNames;

export const languages: readonly Language[] = ["en", "de", "es", "fr", "ja"];

/** The language to answer in: the one chosen on a page (`?lang=`), else the best the browser asks for, else English. */
export function languageOf(acceptLanguage: string | undefined, chosen: string | null): Language {
  const named = languages.find((language) => language === chosen);
  if (named) return named;
  const asked = new Negotiator({ headers: { "accept-language": acceptLanguage ?? "" } }).languages([
    ...languages,
  ]);
  return languages.find((language) => language === asked[0]) ?? "en";
}
