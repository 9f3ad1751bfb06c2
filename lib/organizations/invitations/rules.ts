/** How long an invitation can be answered (dashboard.md 2.14). */
export const INVITATION_DAYS = 15;

export const invitationStatuses = ["pending", "expired", "accepted", "declined", "revoked"] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

type Ends = {
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly declinedAt: Date | null;
  readonly revokedAt: Date | null;
};

export function invitationStatus(invitation: Ends, now: Date): InvitationStatus {
  if (invitation.acceptedAt) return "accepted";
  if (invitation.declinedAt) return "declined";
  if (invitation.revokedAt) return "revoked";
  return invitation.expiresAt > now ? "pending" : "expired";
}

/** The last moment of an invitation that is sent now. */
export const invitationEnd = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * 86_400_000);

/** What an invitation that ended otherwise answers to being sent again or withdrawn. */
export const alreadyEnded = (status: InvitationStatus): string =>
  status === "revoked"
    ? "This invitation was withdrawn already."
    : `This invitation has been ${status} already.`;
