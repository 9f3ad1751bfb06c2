import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireOwner } from "#app/(dashboard)/_kit/require-organization.ts";
import { GET as readMembers } from "#app/api/v3/organizations/[organization]/members/route.ts";
import { GET as readProjects } from "#app/api/v3/organizations/[organization]/projects/route.ts";
import { organizationProjectsResource } from "#components/organizations/api.ts";
import { DeleteOrganization } from "#components/organizations/delete-organization.tsx";
import { membersResource } from "#components/organizations/members-api.ts";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ organization: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Delete organization · ${(await params).organization}` };
}

export default async function Page({ params }: Props) {
  const { organization } = await params;
  await requireOwner(organization, paths.organizationDelete(organization));
  const preload = new Preload();
  await preload.get(organizationProjectsResource(organization), readProjects);
  await preload.get(membersResource(organization), readMembers);
  return preload.around(
    <Screen title="Delete organization" width="form">
      <DeleteOrganization organization={organization} />
    </Screen>,
  );
}
