import type { Team, TeamMember } from "#lib/organizations/teams/queries.ts";
import type { TeamJson, TeamMemberJson } from "#lib/organizations/teams/schema.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";

export function presentTeam(row: Team, show: { members: boolean }): TeamJson {
  return {
    name: row.name,
    slug: row.slug,
    created: wireDate(row.created),
    modified: wireDate(row.modified),
    access: row.access,
    ...(show.members && { members: row.members.map(({ user }) => ({ username: user.username })) }),
  };
}

export const presentTeamMember = (row: TeamMember): TeamMemberJson => ({
  username: row.user.username,
  created: wireDate(row.created),
});
