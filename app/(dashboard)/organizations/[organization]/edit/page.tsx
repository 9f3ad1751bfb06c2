import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireOwner } from "#app/(dashboard)/_kit/require-organization.ts";
import { GET as readOrganization } from "#app/api/v3/organizations/[organization]/route.ts";
import { organizationResource } from "#components/organizations/api.ts";
import { OrganizationSettings } from "#components/organizations/organization-settings.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ organization: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Organization settings · ${(await params).organization}` };
}

export default async function Page({ params }: Props) {
  const { organization } = await params;
  await requireOwner(organization, paths.organizationSettings(organization));
  const preload = new Preload();
  await preload.get(organizationResource(organization), readOrganization);
  return preload.around(
    <Screen title="Settings" width="form">
      <OrganizationSettings organization={organization} />
    </Screen>,
  );
}
