import type { Metadata } from "next";
import { activityFilterIn } from "#app/(dashboard)/_kit/activity-filter.ts";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireProjectAdmin } from "#app/(dashboard)/_kit/require-project.ts";
import type { Search } from "#app/(dashboard)/_kit/search.ts";
import { GET as readActivity } from "#app/api/v3/projects/[project]/audit/route.ts";
import { Activity } from "#components/audit/activity.tsx";
import { activityResource } from "#components/audit/api.ts";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ project: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Activity log · ${(await params).project}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { project } = await params;
  await requireProjectAdmin(project, paths.projectActivity(project));
  const filter = activityFilterIn(await searchParams);
  const preload = new Preload();
  await preload.get(activityResource({ project }, filter), readActivity);
  return preload.around(
    <Screen title="Activity log" description="Who did what in this project, and when.">
      <Activity of={{ project }} path={paths.projectActivity(project)} filter={filter} />
    </Screen>,
  );
}
