import type { Invitation } from "#lib/organizations/invitations/queries.ts";
import { INVITATION_DAYS, invitationStatus } from "#lib/organizations/invitations/rules.ts";
import type {
  InvitationJson,
  InvitationLinkJson,
  ReceivedInvitationJson,
} from "#lib/organizations/invitations/schema.ts";
import { apiPaths, paths } from "#lib/paths.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

const shown = (row: Invitation) => ({
  email: row.address,
  teams: row.teams.map(({ team }) => ({ name: team.name, slug: team.slug, access: team.access })),
  as_owner: row.asOwner,
  message: row.message,
  invited_by: row.inviter.username,
  expires_at: wireDate(row.expiresAt),
});

export function presentInvitation(row: Invitation, now: Date): InvitationJson {
  const self = dashboardUrl(apiPaths.organizationInvitation(row.organization.slug, row.id));
  return {
    id: row.id,
    ...shown(row),
    status: invitationStatus(row, now),
    created: wireDate(row.created),
    _links: { _self: self, resend: `${self}resend/`, link: `${self}link/` },
  };
}

export const presentInvitationLink = (row: Invitation, token: string, now: Date): InvitationLinkJson => ({
  ...presentInvitation(row, now),
  url: dashboardUrl(paths.invitation(token)),
});

/** `token` is what the caller came with: nobody else is shown where to answer. */
export const presentReceived = (row: Invitation, token: string, forYou: boolean): ReceivedInvitationJson => ({
  organization: { name: row.organization.name, slug: row.organization.slug },
  ...shown(row),
  for_you: forYou,
  _links: {
    accept: dashboardUrl(apiPaths.acceptInvitation(token)),
    decline: dashboardUrl(apiPaths.declineInvitation(token)),
  },
});

type Mailed = {
  organization: { name: string };
  inviter: { username: string };
  message: string;
  asOwner: boolean;
  teams: readonly { team: { name: string } }[];
};

/** A name may hold line breaks, behind which anything could pass for a sentence of ours. */
const oneLine = (name: string): string => name.replace(/[\p{Cc}\s]+/gu, " ");

/** The mail with the link. What the inviter wrote is marked as theirs. */
export function invitationMail(
  row: Mailed,
  token: string,
): { subject: string; action: string; text: string } {
  const teams = row.teams.map(({ team }) => oneLine(team.name)).join(", ");
  const organization = oneLine(row.organization.name);
  const parts = [row.asOwner ? "an owner" : null, teams === "" ? null : `a member of: ${teams}`];
  const quoted = row.message === "" ? "" : `\n${row.message.replaceAll(/^/gm, "> ")}\n`;
  return {
    subject: `Invitation to ${organization}`,
    action: "Accept or decline",
    text: `Hello,

${row.inviter.username} invites you to the documentation of ${organization} as ${parts.filter(Boolean).join(" and ")}.
${quoted}
Accept or decline:

${dashboardUrl(paths.invitation(token))}

The link works for ${INVITATION_DAYS} days. If you do not know the sender, do nothing.
`,
  };
}
