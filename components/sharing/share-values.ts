import type { Schema } from "#components/api-operations.ts";
import { type SharePolicy, usualLastDay } from "#lib/sharing/policies/rules.ts";
import type { ShareType } from "#lib/sharing/schema.ts";
import type { SavedShare, Share } from "./api.ts";
import type { Recipe } from "./recipes.ts";
import { linesOf, usualDescription } from "./share-words.ts";

/** What stands in the form of a share. Lists that are typed are lines of text. */
export type ShareValues = {
  type: ShareType;
  description: string;
  password: string;
  expires: string;
  allVersions: boolean;
  versions: readonly string[];
  patterns: string;
  pathPrefixes: string;
  landingPath: string;
  canReveal: boolean;
  notifyFirstUse: boolean;
  notifyBeforeEnd: boolean;
  forRecipients: boolean;
};

/** What an organization lets its projects share; everything while it says nothing. */
export type Allowed = Omit<SharePolicy, "remindDays" | "endsWithCreator">;

/** A new share before anybody typed: what the recipe asks for as far as the organization allows it. */
export function newValues(today: string, allowed: Allowed, recipe?: Recipe): ShareValues {
  const wanted = recipe?.type ?? "token";
  const type = allowed.allowedTypes.includes(wanted) ? wanted : (allowed.allowedTypes[0] ?? wanted);
  return {
    type,
    description: usualDescription(type, today),
    password: "",
    expires: usualLastDay(allowed, today),
    allVersions: allowed.allVersionsAllowed,
    versions: [],
    patterns: "",
    pathPrefixes: "",
    landingPath: "",
    canReveal: true,
    notifyFirstUse: true,
    notifyBeforeEnd: true,
    forRecipients: recipe?.each ?? false,
  };
}

/** The form of a share that is there. */
export const valuesOf = (share: Share | SavedShare): ShareValues => ({
  type: share.access_type,
  description: share.description,
  password: "",
  expires: share.expires,
  allVersions: share.allow_all,
  versions: share.versions,
  patterns: share.version_patterns.join("\n"),
  pathPrefixes: share.path_prefixes.join("\n"),
  landingPath: share.landing_path ?? "",
  canReveal: share.can_reveal,
  notifyFirstUse: share.notify_first_use,
  notifyBeforeEnd: share.notify_before_end,
  forRecipients: share.for_recipients,
});

const settingsOf = (values: ShareValues) => ({
  description: values.description,
  expires: values.expires,
  allow_all: values.allVersions,
  versions: values.allVersions ? [] : [...values.versions],
  version_patterns: values.allVersions ? [] : linesOf(values.patterns),
  path_prefixes: linesOf(values.pathPrefixes),
  landing_path:
    values.type === "http_header_token" || values.landingPath.trim() === "" ? null : values.landingPath,
  can_reveal: values.canReveal,
  notify_first_use: values.notifyFirstUse,
  notify_before_end: values.notifyBeforeEnd,
  ...(values.type === "password" && values.password !== "" && !values.forRecipients
    ? { password: values.password }
    : {}),
});

export const inputOf = (values: ShareValues): Schema<"ShareInput"> => ({
  ...settingsOf(values),
  access_type: values.type,
  for_recipients: values.forRecipients,
});

export const changesOf = (values: ShareValues): Schema<"ShareChanges"> => settingsOf(values);
