import type { Member } from "#lib/organizations/members/queries.ts";
import type { MemberJson } from "#lib/organizations/members/schema.ts";
import { isOwner } from "#lib/organizations/policy.ts";
import { apiPaths } from "#lib/paths.ts";
import { wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

/** How somebody signs in, and when they were here, is their owners' business and nobody else's. */
const forOwners = ({ organization, totpSecret, _count, lastActiveAt }: Member) =>
  isOwner(organization)
    ? {
        two_factor: (totpSecret?.confirmedAt ?? null) !== null || _count.passkeys > 0,
        last_active: wireDateOrNull(lastActiveAt),
      }
    : { two_factor: null, last_active: null };

export const presentMember = (row: Member): MemberJson => ({
  username: row.username,
  first_name: row.firstName,
  last_name: row.lastName,
  owner: row.ownedOrganizations.length > 0,
  teams: row.teamMemberships.map(({ team }) => ({ name: team.name, slug: team.slug, access: team.access })),
  ...forOwners(row),
  _links: { _self: dashboardUrl(apiPaths.organizationMember(row.organization.slug, row.username)) },
});
