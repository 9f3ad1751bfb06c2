import { z } from "zod";
import { emailRule } from "#lib/accounts/rules.ts";
import { invitationStatuses } from "#lib/organizations/invitations/rules.ts";
import { teamStub } from "#lib/organizations/teams/schema.ts";
import { flag, text, texts } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";
import { filterChoice } from "#lib/platform/wire/filters.ts";

const MOST_TEAMS = 100;

/** Whom to invite to what: at least one team, or the ownership. */
export const invitationInput = z
  .object({
    email: text({ max: 254, rules: [emailRule] }),
    teams: texts({ max: 100, most: MOST_TEAMS }).default([]),
    as_owner: flag().default(false),
    message: text({ max: 1000, blank: true }).default(""),
  })
  .superRefine((input, ctx) => {
    if (input.teams.length > 0 || input.as_owner) return;
    const message = "Choose at least one team, or make the person an owner.";
    ctx.addIssue({ code: "custom", path: ["teams"], message });
  })
  .meta({ id: "InvitationInput" });
export type InvitationInput = z.output<typeof invitationInput>;

/** Without a status: those still waiting for an answer, run out or not. */
export const invitationFilter = z.object({ status: filterChoice(invitationStatuses) });

/** An invitation as the owners of the organization see it. The link is in the mail, unless one was made to hand over. */
export const invitationJson = z
  .object({
    id: z.int(),
    email: z.string(),
    teams: z.array(teamStub),
    as_owner: z.boolean(),
    message: z.string(),
    status: z.enum(invitationStatuses),
    invited_by: z.string(),
    created: moment,
    expires_at: moment,
    _links: z.object({ _self: z.string(), resend: z.string(), link: z.string() }),
  })
  .meta({ id: "Invitation" });
export type InvitationJson = z.infer<typeof invitationJson>;

/** A link to hand over, shown in this answer only. */
export const invitationLinkJson = invitationJson.extend({ url: z.string() }).meta({ id: "InvitationLink" });
export type InvitationLinkJson = z.infer<typeof invitationLinkJson>;

/** An invitation as the one who got its mail sees it. */
export const receivedInvitationJson = z
  .object({
    organization: z.object({ name: z.string(), slug: z.string() }),
    email: z.string(),
    teams: z.array(teamStub),
    as_owner: z.boolean(),
    message: z.string(),
    invited_by: z.string(),
    expires_at: moment,
    /** Whether the caller's account has the address and so may answer. */
    for_you: z.boolean(),
    _links: z.object({ accept: z.string(), decline: z.string() }),
  })
  .meta({ id: "ReceivedInvitation" });
export type ReceivedInvitationJson = z.infer<typeof receivedInvitationJson>;
