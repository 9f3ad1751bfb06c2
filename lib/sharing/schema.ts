import { z } from "zod";
import { choice, dayRule, flag, integer, oneLine, text, texts } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";
import { filterChoice, filterText } from "#lib/platform/wire/filters.ts";

/** The three kinds of shares (spec/service.md, Private sharing): a secret link, a password, an HTTP header token. */
export const shareTypes = ["token", "password", "http_header_token"] as const;
export type ShareType = (typeof shareTypes)[number];

export const secretKinds = ["link", "password", "header_token"] as const;
export type SecretKind = (typeof secretKinds)[number];

/** What a share reaches within its project. */
export interface ShareScope {
  readonly allVersions: boolean;
  readonly versionIds: readonly number[];
  /** Of version names, with `*` for anything; versions to come included. */
  readonly versionPatterns: readonly string[];
  /** Like `/guide/`, below a version; none means all of it. */
  readonly pathPrefixes: readonly string[];
}

/** A secret of a live share that still counts, or goes on for a while after it was replaced. */
export interface DocsSecret {
  readonly id: number;
  readonly kind: SecretKind;
  readonly recipientId: number | null;
  /** As in `secretKey` of rules/secrets.ts. */
  readonly key: string;
  /** In milliseconds since 1970; null as long as the share lasts. */
  readonly validUntil: number | null;
}

/** A live share as docs hosts see it. Whether it has ended meanwhile is looked at with every request. */
export interface DocsShare {
  readonly id: number;
  readonly projectId: number;
  readonly type: ShareType;
  /** The first moment at which it grants nothing, in milliseconds since 1970. */
  readonly endsAt: number;
  readonly landingPath: string | null;
  readonly scope: ShareScope;
  readonly secrets: readonly DocsSecret[];
}

const day = () => text({ rules: [dayRule] });
const dayJson = z.string().meta({ format: "date" });

export const shareStatuses = ["live", "expired", "revoked"] as const;
export type ShareStatus = (typeof shareStatuses)[number];

/**
 * A sharing item (spec/serving.md 14.2). `token` is the secret of a secret link, for as long as links can be read again, and null for
 * everything else; `url` is the link. Both are null when the share's recipients have secrets of their own.
 */
export const shareJson = z
  .object({
    id: z.int(),
    project: z.string(),
    access_type: z.enum(shareTypes),
    description: z.string(),
    expires: dayJson,
    status: z.enum(shareStatuses),
    allow_all: z.boolean(),
    versions: z.array(z.string()),
    version_patterns: z.array(z.string()),
    path_prefixes: z.array(z.string()),
    landing_path: z.string().nullable(),
    can_reveal: z.boolean().meta({
      description: "Whether links can be read again; false wherever the organization says so.",
    }),
    notify_first_use: z.boolean(),
    notify_before_end: z.boolean(),
    token: z.string().nullable(),
    token_prefix: z.string().nullable(),
    url: z.string().nullable(),
    old_secret_until: moment.nullable().meta({ description: "Until when a replaced secret goes on." }),
    for_recipients: z.boolean(),
    recipients: z.int().min(0),
    uses: z.int().min(0).meta({ description: "Sessions of the last 30 days." }),
    uses_by_day: z
      .array(z.int().min(0))
      .meta({ description: "Sessions of each of the last 30 days, UTC, today's last." }),
    length_days: z.int().meta({ description: "What it is extended by unless told otherwise." }),
    created: moment,
    created_by: z.string().nullable(),
    modified: moment,
    first_used_at: moment.nullable(),
    last_used_at: moment.nullable(),
    revoked_at: moment.nullable(),
    undo_until: moment.nullable().meta({ description: "Until when revoking can be taken back." }),
    _links: z.object({
      _self: z.string(),
      project: z.string(),
      recipients: z.string(),
      uses: z.string(),
      sessions: z.string(),
    }),
  })
  .meta({ id: "Share" });
export type ShareJson = z.infer<typeof shareJson>;

/** A share among those of a whole organization: nothing that opens it. */
export const organizationShareJson = shareJson
  .omit({ token: true, url: true })
  .meta({ id: "OrganizationShare" });
export type OrganizationShareJson = z.infer<typeof organizationShareJson>;

/** The answer to a change, and the only one that holds a new password or header token. */
export const savedShareJson = shareJson
  .extend({
    password: z.string().nullable(),
    sessions_ended: z.int().min(0),
  })
  .meta({ id: "SavedShare" });
export type SavedShareJson = z.infer<typeof savedShareJson>;

const versionPattern = (pattern: string): string | null => {
  if (/^\*+$/.test(pattern)) return "This covers every version. Set allow_all instead.";
  return /^[A-Za-z0-9._*-]+$/.test(pattern) ? null : "Enter version names with * for anything, such as 2.*";
};

const pathPrefix = (path: string): string | null =>
  /^\/(?!\/)/.test(path) && !/\/\.{0,2}\/|\/\.\.?$|[?#\\]/.test(path)
    ? null
    : "Enter a path below a version, such as /guide/";

const landingPath = (path: string): string | null =>
  /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(path) && !path.startsWith("/_/")
    ? null
    : "Enter a path such as /en/latest/intro.html.";

const outerSpace = (password: string): string | null =>
  password.trim() === password ? null : "Passwords do not begin or end with a space.";
const longEnough = (password: string): string | null =>
  [...password].length >= 8 ? null : "Use at least 8 characters.";

/** A password as a person chose it. `""` asks for one to be made. */
export const password = () =>
  text({ max: 128, blank: true, trim: false, rules: [longEnough, outerSpace, oneLine] });

const mostScopes = 20;

const settings = {
  expires: day().optional(),
  allow_all: flag().optional(),
  versions: texts({ max: 255, most: 500 }).optional(),
  version_patterns: texts({ max: 255, most: mostScopes, rules: [versionPattern] }).optional(),
  path_prefixes: texts({ max: 255, most: mostScopes, rules: [oneLine, pathPrefix] }).optional(),
  landing_path: text({ max: 2048, rules: [landingPath] })
    .nullable()
    .optional(),
  can_reveal: flag().optional(),
  notify_first_use: flag().optional(),
  notify_before_end: flag().optional(),
  password: password().optional(),
};
const description = text({ max: 150, rules: [oneLine] });

/**
 * POST. `allow_all` is true unless it or versions are given, `expires` as the organization says, in a week usually. A share by password
 * that names none gets one. With `for_recipients` it has no secret itself: its recipients get theirs.
 */
export const shareInput = z
  .object({
    ...settings,
    description,
    access_type: choice(shareTypes),
    for_recipients: flag().default(false),
  })
  .meta({ id: "ShareInput" });
export type ShareInput = z.output<typeof shareInput>;

/** PATCH: any subset; the access type stays what it is. */
export const shareChanges = z
  .object({ ...settings, description: description.optional(), access_type: choice(shareTypes).optional() })
  .meta({ id: "ShareChanges" });
export type ShareChanges = z.output<typeof shareChanges>;

export const rotatedSecrets = ["password", "link", "both"] as const;

/** How long the old secret goes on, and for a share by password which of its two is replaced. */
export const rotationInput = z
  .object({
    overlap_hours: choice([0, 1, 24, 168]).default(0),
    secret: choice(rotatedSecrets).default("password"),
    password: password().optional(),
  })
  .meta({ id: "ShareRotation" });
export type RotationInput = z.output<typeof rotationInput>;

/** By so many days, or until a day; by the length the share was made with when neither is given. */
export const extensionInput = z
  .object({ days: integer({ min: 1, max: 3660 }).optional(), expires: day().optional() })
  .meta({ id: "ShareExtension" });
export type ExtensionInput = z.output<typeof extensionInput>;

/** Views of a list; `expiring` are live ones whose end is near. */
export const shownStatuses = [...shareStatuses, "expiring", "all"] as const;
export const shareSorts = ["-created", "expires", "-last_used"] as const;

/** `by` is a user name, `version` the slug of one that is reached. */
export const shareQuery = z.object({
  status: filterChoice(shownStatuses),
  type: filterChoice(shareTypes),
  version: filterText({ max: 255 }),
  by: filterText({ max: 150 }),
  q: filterText({ max: 150 }),
  sort: filterChoice(shareSorts),
});
export type ShareFilter = z.output<typeof shareQuery>;

/** The same for all projects of an organization; `project` is a slug. */
export const organizationShareQuery = shareQuery
  .omit({ version: true })
  .extend({ project: filterText({ max: 63 }) });
export type OrganizationShareFilter = z.output<typeof organizationShareQuery>;
