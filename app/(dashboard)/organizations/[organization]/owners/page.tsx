import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireMember } from "#app/(dashboard)/_kit/require-organization.ts";
import { offsetIn, type Search } from "#app/(dashboard)/_kit/search.ts";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readMembers } from "#app/api/v3/organizations/[organization]/members/route.ts";
import { GET as readOwners } from "#app/api/v3/organizations/[organization]/owners/route.ts";
import { membersResource, ownersResource } from "#components/organizations/members-api.ts";
import { Owners } from "#components/organizations/owners.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ organization: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Owners · ${(await params).organization}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { organization } = await params;
  const here = paths.organizationOwners(organization);
  const { owner } = await requireMember(organization, here);
  const { username } = await requireViewer(here);
  const offset = offsetIn(await searchParams);
  const preload = new Preload();
  await preload.get(ownersResource(organization, offset), readOwners);
  if (owner) await preload.get(membersResource(organization, 0, 1000), readMembers);
  return preload.around(
    <Screen title="Owners" width="form" description="Who manages the organization and all its projects.">
      <Owners organization={organization} me={username} owner={owner} offset={offset} />
    </Screen>,
  );
}
