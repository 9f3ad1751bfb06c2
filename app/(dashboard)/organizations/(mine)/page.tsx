import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { offsetIn, type Search } from "#app/(dashboard)/_kit/search.ts";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readOrganizations } from "#app/api/v3/organizations/route.ts";
import { organizationsResource } from "#components/organizations/api.ts";
import { OrganizationList } from "#components/organizations/organization-list.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

export const metadata: Metadata = { title: "Organizations" };

export default async function Page({ searchParams }: { searchParams: Search }) {
  if (env.EDITION !== "business") notFound();
  const { username } = await requireViewer(paths.organizations());
  const offset = offsetIn(await searchParams);
  const preload = new Preload();
  await preload.get(organizationsResource(offset), readOrganizations);
  return preload.around(
    <Screen
      title="Organizations"
      description="An organization holds projects, and the teams of people who work on them."
      actions={
        <ButtonLink icon={Plus} href={paths.newOrganization()}>
          New organization
        </ButtonLink>
      }
    >
      <OrganizationList me={username} offset={offset} />
    </Screen>,
  );
}
