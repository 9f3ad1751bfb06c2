import { type Gate, named, organizationMember, organizationOwner } from "#app/api/v3/_kit/gates.ts";
import type { Params } from "#app/api/v3/_kit/negotiate.ts";
import type { Actor } from "#lib/access/schema.ts";
import { openInvitation } from "#lib/organizations/invitations/queries.ts";
import { openMember } from "#lib/organizations/members/queries.ts";
import { openTeam, openTeamMember } from "#lib/organizations/teams/queries.ts";
import { readId } from "#lib/platform/wire/ids.ts";
import { getSharePolicy } from "#lib/sharing/policies/queries.ts";

export const memberViewer = {
  name: "member:view",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    const { organization } = await organizationMember.open(actor, params);
    return { member: await openMember(organization, named(params, "username"), "view") };
  },
} satisfies Gate<object>;

/** An owner of the organization, or the person the address names. */
export const memberRemover = {
  name: "member:remove",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    const { organization } = await organizationMember.open(actor, params);
    return { member: await openMember(organization, named(params, "username"), "admin") };
  },
} satisfies Gate<object>;

export const ownerRemover = {
  name: "owner:remove",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    const { organization } = await organizationOwner.open(actor, params);
    return { owner: await openMember(organization, named(params, "username"), "admin") };
  },
} satisfies Gate<object>;

export const teamViewer = {
  name: "team:view",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    const { organization } = await organizationMember.open(actor, params);
    return { organization, team: await openTeam(organization, named(params, "team"), "view") };
  },
} satisfies Gate<object>;

export const teamOwner = {
  name: "team:admin",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    const { organization } = await organizationMember.open(actor, params);
    return { organization, team: await openTeam(organization, named(params, "team"), "admin") };
  },
} satisfies Gate<object>;

/** An owner of the organization, or the member the address names. */
export const teamMemberRemover = {
  name: "team-member:remove",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    const { organization, team } = await teamViewer.open(actor, params);
    return { member: await openTeamMember(organization, team, named(params, "username"), "admin") };
  },
} satisfies Gate<object>;

export const invitationOwner = {
  name: "invitation:admin",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    const { organization } = await organizationOwner.open(actor, params);
    const id = readId(named(params, "invitation"), "Invitation");
    return { organization, invitation: await openInvitation(organization, id) };
  },
} satisfies Gate<object>;

export const sharePolicyViewer = {
  name: "share-policy:view",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    const { organization } = await organizationMember.open(actor, params);
    return { policy: await getSharePolicy(organization) };
  },
} satisfies Gate<object>;

export const sharePolicyOwner = {
  name: "share-policy:admin",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    const { organization } = await organizationOwner.open(actor, params);
    return { organization, policy: await getSharePolicy(organization) };
  },
} satisfies Gate<object>;
