import { z } from "zod";
import { filterChoice, filterText } from "#lib/platform/wire/filters.ts";
import { languageCodes } from "#lib/projects/rules/languages.ts";
import { projectJson } from "#lib/projects/schema.ts";

export const publicProjectSorts = ["name", "last_build"] as const;

/** GET /public-projects/. */
export const publicProjectFilter = z.object({
  q: filterText({ max: 100 }).describe("A part of the name, the slug or the description."),
  language: filterChoice(languageCodes),
  tag: filterText({ max: 100 }).describe("A tag of the project, letter by letter."),
  username: filterText({ max: 150 }).describe("Somebody who administers it, as far as you are told."),
  sort: filterChoice(publicProjectSorts).describe("`name` unless you say otherwise."),
});
export type PublicProjectFilter = z.output<typeof publicProjectFilter>;

/** What a public project says of itself to everybody. */
export const publicProjectJson = projectJson
  .pick({ slug: true, name: true, language: true, tags: true, urls: true })
  .extend({ description: z.string() });
export type PublicProjectJson = z.infer<typeof publicProjectJson>;
