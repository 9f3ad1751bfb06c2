import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireMember } from "#app/(dashboard)/_kit/require-organization.ts";
import { offsetIn, type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readMembers } from "#app/api/v3/organizations/[organization]/teams/[team]/members/route.ts";
import { GET as readProjects } from "#app/api/v3/organizations/[organization]/teams/[team]/projects/route.ts";
import { GET as readTeam } from "#app/api/v3/organizations/[organization]/teams/[team]/route.ts";
import {
  teamMembersResource,
  teamProjectsResource,
  teamResource,
} from "#components/organizations/members-api.ts";
import { teamAccessHints, teamAccessNames } from "#components/organizations/team-choice.tsx";
import { TeamMembers } from "#components/organizations/team-members.tsx";
import { TeamProjects } from "#components/organizations/team-projects.tsx";
import { TeamSettings } from "#components/organizations/team-settings.tsx";
import { ViewLinks } from "#components/shell/filter-bar.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ organization: string; team: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organization, team } = await params;
  return { title: `Team ${team} · ${organization}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { organization, team } = await params;
  const here = paths.organizationTeam(organization, team);
  const { owner } = await requireMember(organization, here);
  const { username } = await requireViewer(here);
  const search = await searchParams;
  const offset = offsetIn(search);
  const wanted = textIn(search, "show");
  const show = wanted === "projects" || (wanted === "settings" && owner) ? wanted : "members";
  const preload = new Preload();
  const { name, access } = await preload.get(teamResource(organization, team), readTeam);
  const at = show === "settings" ? 0 : offset;
  const members = await preload.get(teamMembersResource(organization, team, at), readMembers);
  const projects = await preload.get(teamProjectsResource(organization, team, at), readProjects);
  const tab = (value: string, label: string) => ({
    href: value === "members" ? here : `${here}?show=${value}`,
    name: label,
    here: show === value,
  });
  return preload.around(
    <Screen title={<bdi>{name}</bdi>} description={`${teamAccessNames[access]}: ${teamAccessHints[access]}`}>
      <div className="flex">
        <ViewLinks
          label="Team"
          views={[
            tab("members", `Members (${members.count})`),
            tab("projects", `Projects (${projects.count})`),
            ...(owner ? [tab("settings", "Settings")] : []),
          ]}
        />
      </div>
      {show === "members" && (
        <TeamMembers organization={organization} team={team} me={username} owner={owner} offset={offset} />
      )}
      {show === "projects" && (
        <TeamProjects organization={organization} team={team} owner={owner} offset={offset} />
      )}
      {show === "settings" && (
        <div className="max-w-[640px] space-y-5">
          <TeamSettings organization={organization} team={team} />
        </div>
      )}
    </Screen>,
  );
}
