import { isLanguage } from "#components/projects/language-options.ts";
import type { PublicProjectsFilter } from "#components/projects/public-api.ts";
import { offsetIn, type Search, textIn } from "./search.ts";

/** What the address of a list of public projects asks for; what the API would refuse counts as not asked. */
export function publicFilterIn(search: Awaited<Search>): PublicProjectsFilter {
  const language = textIn(search, "language");
  return {
    q: textIn(search, "q")?.slice(0, 100),
    language: language !== undefined && isLanguage(language) ? language : undefined,
    sort: textIn(search, "sort") === "last_build" ? "last_build" : undefined,
    offset: offsetIn(search) || undefined,
  };
}
