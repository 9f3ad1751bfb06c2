import type { Expanded, Schema } from "#components/api-operations.ts";
import { resource } from "#components/resource.ts";

export const translationsPerPage = 100;
const expand = ["main_versions"] as const;
export type Translation = Expanded<Schema<"Project">, (typeof expand)[number]>;

export const translationsResource = (project: string, offset = 0) =>
  resource(
    "/api/v3/projects/{project}/translations/",
    { project },
    { limit: translationsPerPage, offset: offset || undefined, expand },
  );

/** The project itself, with the same. */
export const mainResource = (project: string) =>
  resource("/api/v3/projects/{project}/", { project }, { expand });
