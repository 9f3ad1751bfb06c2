import type { ShareType } from "#lib/sharing/schema.ts";

/** What a link leads to: a share that is live, or one that is over by its date and nothing else. */
export interface SharedLink {
  readonly secretId: number;
  readonly projectId: number;
  readonly shareId: number;
  readonly recipientId: number | null;
  readonly type: ShareType;
  /** Its last day, UTC. */
  readonly expires: Date;
  /** Whether the project takes requests for more time. */
  readonly takesRequests: boolean;
}
