import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireOwner } from "#app/(dashboard)/_kit/require-organization.ts";
import { GET as readPolicy } from "#app/api/v3/organizations/[organization]/share-policy/route.ts";
import { policyResource } from "#components/sharing/policy-api.ts";
import { PolicyForm } from "#components/sharing/policy-form.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ organization: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Share policy · ${(await params).organization}` };
}

export default async function Page({ params }: Props) {
  const { organization } = await params;
  await requireOwner(organization, paths.organizationPolicies(organization));
  const preload = new Preload();
  await preload.get(policyResource(organization), readPolicy);
  return preload.around(
    <Screen
      title="Share policy"
      width="form"
      description="What the projects of this organization may share with people outside."
    >
      <PolicyForm organization={organization} />
    </Screen>,
  );
}
