import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireMember } from "#app/(dashboard)/_kit/require-organization.ts";
import { GET as readTeams } from "#app/api/v3/organizations/[organization]/teams/route.ts";
import { teamsResource } from "#components/organizations/members-api.ts";
import { NewTeam, TeamList } from "#components/organizations/team-list.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ organization: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Teams · ${(await params).organization}` };
}

export default async function Page({ params }: Props) {
  const { organization } = await params;
  const { owner } = await requireMember(organization, paths.organizationTeams(organization));
  const preload = new Preload();
  await preload.get(teamsResource(organization), readTeams);
  return preload.around(
    <Screen title="Teams" description="A team gives its members access to its projects.">
      <TeamList organization={organization} owner={owner} />
      {owner && (
        <div className="max-w-[640px]">
          <NewTeam organization={organization} />
        </div>
      )}
    </Screen>,
  );
}
