/** What was asked for: a page to read, a file to keep, or something else such as a picture of a page. */
export type AccessKind = "page" | "download" | "other";

/** Something that a share let somebody read, or did not. */
export interface Access {
  readonly projectId: number;
  readonly shareId: number;
  readonly recipientId: number | null;
  /** Null for a header token, and where somebody was refused before there was a session. */
  readonly sessionId: string | null;
  /** As it was asked for, without the query; never that of a secret link. */
  readonly path: string;
  readonly kind: AccessKind;
  readonly granted: boolean;
  readonly address: string;
  /** The `User-Agent`. */
  readonly client: string;
}

/** What a session, or an address that uses a share without one, did since the last time this was written down. */
export interface Visit {
  readonly shareId: number;
  readonly recipientId: number;
  readonly sessionId: string | null;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** Of the first access. */
  readonly path: string;
  readonly address: string;
  readonly client: string;
  pages: number;
  downloads: number;
  others: number;
  refused: number;
  /** In milliseconds since 1970. */
  lastAt: number;
}

/** An access that is written down by itself. */
export interface Sample extends Access {
  /** In milliseconds since 1970. */
  readonly at: number;
}

export interface UseBatch {
  readonly visits: readonly Visit[];
  readonly samples: readonly Sample[];
}
