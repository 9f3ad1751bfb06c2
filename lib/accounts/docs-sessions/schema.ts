/** A member reading private documentation on one docs host. */
export interface DocsReader {
  readonly userId: number;
  /** The project of the host; a domain may have passed to another one since. */
  readonly projectId: number;
  /** The host it was made for, port included. */
  readonly host: string;
  readonly expiresAt: Date;
}

/** What a one-time code stands for. */
export interface DocsCodeTarget {
  readonly host: string;
  readonly path: string;
  readonly projectId: number;
  /** The dashboard session that asked for it: docs sessions end with it. */
  readonly sessionId: string;
  /** The browser that takes it, as `stateOf` says. */
  readonly state: string;
}
