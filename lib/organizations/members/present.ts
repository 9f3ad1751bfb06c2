import type { Member } from "#lib/organizations/members/queries.ts";
import type { MemberJson } from "#lib/organizations/members/schema.ts";
import { apiPaths } from "#lib/paths.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

export const presentMember = (row: Member): MemberJson => ({
  username: row.username,
  first_name: row.firstName,
  last_name: row.lastName,
  owner: row.ownedOrganizations.length > 0,
  teams: row.teamMemberships.map(({ team }) => ({ name: team.name, slug: team.slug, access: team.access })),
  _links: { _self: dashboardUrl(apiPaths.organizationMember(row.organization.slug, row.username)) },
});
