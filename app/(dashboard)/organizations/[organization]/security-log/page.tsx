import type { Metadata } from "next";
import { activityFilterIn } from "#app/(dashboard)/_kit/activity-filter.ts";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireOwner } from "#app/(dashboard)/_kit/require-organization.ts";
import type { Search } from "#app/(dashboard)/_kit/search.ts";
import { GET as readActivity } from "#app/api/v3/organizations/[organization]/audit/route.ts";
import { Activity } from "#components/audit/activity.tsx";
import { activityResource } from "#components/audit/api.ts";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ organization: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Organization activity log · ${(await params).organization}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { organization } = await params;
  const here = paths.organizationActivity(organization);
  await requireOwner(organization, here);
  const filter = activityFilterIn(await searchParams);
  const preload = new Preload();
  await preload.get(activityResource({ organization }, filter), readActivity);
  return preload.around(
    <Screen
      title="Activity log"
      description="Who did what in this organization and all its projects, and when."
    >
      <Activity of={{ organization }} path={here} filter={filter} />
    </Screen>,
  );
}
