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
