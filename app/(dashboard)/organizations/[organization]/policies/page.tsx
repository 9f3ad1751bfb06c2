import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { gated } from "#app/(dashboard)/_kit/require-project.ts";
import { GET as readPolicy } from "#app/api/v3/organizations/[organization]/share-policy/route.ts";
import { policyResource } from "#components/sharing/policy-api.ts";
import { PolicyForm } from "#components/sharing/policy-form.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { sessionActor } from "#lib/auth/page.ts";
import { openOrganization } from "#lib/organizations/queries.ts";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

type Props = { params: Promise<{ organization: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Share policy · ${(await params).organization}` };
}

export default async function Page({ params }: Props) {
  const { organization } = await params;
  if (env.EDITION !== "business") notFound();
  await gated(paths.organizationPolicies(organization), async () =>
    openOrganization(await sessionActor(), organization, "admin"),
  );
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
