import type { Expanded, Schema } from "#components/api-operations.ts";
import { resource } from "#components/resource.ts";

const relations = ["organization", "permissions"] as const;
/** A project with what decides about its place among others. */
export type Relative = Expanded<Schema<"Project">, (typeof relations)[number]>;

/** More than most people have; with more, the filter finds the rest. */
const most = 100;

export const relativeResource = (project: string) =>
  resource("/api/v3/projects/{project}/", { project }, { expand: relations });

/** The projects the reader has a part in, as candidates for a place. */
export const relativesResource = (name: string) =>
  resource("/api/v3/projects/", {}, { name: name || undefined, limit: most, expand: relations });
