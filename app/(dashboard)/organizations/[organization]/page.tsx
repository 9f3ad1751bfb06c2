import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireMember } from "#app/(dashboard)/_kit/require-organization.ts";
import { offsetIn, type Search } from "#app/(dashboard)/_kit/search.ts";
import { GET as readProjects } from "#app/api/v3/organizations/[organization]/projects/route.ts";
import { GET as readOrganization } from "#app/api/v3/organizations/[organization]/route.ts";
import { listedProjectsResource, organizationResource } from "#components/organizations/api.ts";
import { OrganizationProjects } from "#components/organizations/organization-projects.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ organization: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Projects · ${(await params).organization}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { organization } = await params;
  const { owner } = await requireMember(organization, paths.organization(organization));
  const offset = offsetIn(await searchParams);
  const preload = new Preload();
  const shown = await preload.get(organizationResource(organization), readOrganization);
  await preload.get(listedProjectsResource(organization, offset), readProjects);
  return preload.around(
    <Screen
      title={<bdi>{shown.name}</bdi>}
      description={
        shown.description && (
          <p dir="auto" className="break-words">
            {shown.description}
          </p>
        )
      }
      actions={
        owner && (
          <ButtonLink look="primary" icon={Plus} href={paths.importManually()}>
            Import project
          </ButtonLink>
        )
      }
    >
      <OrganizationProjects organization={organization} owner={owner} offset={offset} />
    </Screen>,
  );
}
