import type { VersioningScheme } from "#lib/projects/schema.ts";

/** A project as far as it decides about being translated or a translation; its relations to deleted projects do not count. */
export interface TranslationSide {
  readonly slug: string;
  readonly language: string;
  readonly scheme: VersioningScheme;
  readonly isTranslation: boolean;
  /** Languages of its translations. */
  readonly translations: readonly string[];
}

/** Said wherever two projects of one family would be in one language. */
export const languageTaken = "There is already a translation in this language.";

/** Why `child` cannot become a translation of `main`, another project; null when it can (spec/serving.md 21). */
export function translationProblem(main: TranslationSide, child: TranslationSide): string | null {
  if (main.scheme !== "multiple_versions_with_translations")
    return `The versioning scheme of ${main.slug} has no translations.`;
  if (main.isTranslation) return `${main.slug} is a translation itself.`;
  if (child.translations.length > 0) return "This project has translations itself.";
  if (main.language === child.language) return `${main.slug} is in the same language.`;
  return main.translations.includes(child.language) ? languageTaken : null;
}
