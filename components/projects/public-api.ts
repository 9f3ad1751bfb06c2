import type { Schema } from "#components/api-operations.ts";
import { resource } from "#components/resource.ts";

export const publicProjectsPerPage = 25;
export type PublicProjectsFilter = {
  q?: string | undefined;
  language?: Schema<"LanguageCode"> | undefined;
  sort?: "last_build" | undefined;
  offset?: number | undefined;
};
/** A list of some only: with a tag, or of somebody. */
export type PublicProjectsOf = { tag?: string; username?: string };

export const publicProjectsResource = (filter: PublicProjectsFilter, of: PublicProjectsOf = {}) =>
  resource("/api/v3/public-projects/", {}, { ...filter, ...of, limit: publicProjectsPerPage });

export const profileResource = (username: string) => resource("/api/v3/profiles/{username}/", { username });
