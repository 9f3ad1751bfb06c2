import { statusOf } from "#lib/sharing/rules/lifetime.ts";

interface Session {
  readonly endedAt: Date | null;
  readonly secret: { readonly retiredAt: Date | null; readonly validUntil: Date | null };
  readonly recipient: { readonly revokedAt: Date | null } | null;
  readonly share: { readonly revokedAt: Date | null; readonly expires: Date };
}

/** Whether a session may read on: it lasts while its share, its recipient and its secret do. */
export const isOpen = ({ endedAt, secret, recipient, share }: Session, now: Date): boolean =>
  endedAt === null &&
  secret.retiredAt === null &&
  (secret.validUntil === null || secret.validUntil > now) &&
  (recipient === null || recipient.revokedAt === null) &&
  statusOf(share, now) === "live";

const nobody = "00000000-0000-0000-0000-000000000000";

/** The id of a session as the database compares it; what is none is nobody's. */
export const readSessionId = (text: string): string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : nobody;
