import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { offsetIn, type Search } from "#app/(dashboard)/_kit/search.ts";
import { GET as readFailedJobs } from "#app/api/v3/operator/failed-jobs/route.ts";
import { GET as readWorkload } from "#app/api/v3/operator/workload/route.ts";
import { failedJobsResource, workloadResource } from "#components/operator/api.ts";
import { FailedJobs } from "#components/operator/failed-jobs.tsx";
import { WorkloadCards } from "#components/operator/workload-cards.tsx";
import { Screen } from "#components/shell/screen.tsx";

export const metadata: Metadata = { title: "Queue and workers" };

export default async function Page({ searchParams }: { searchParams: Search }) {
  const offset = offsetIn(await searchParams);
  const preload = new Preload();
  await preload.get(workloadResource(), readWorkload);
  await preload.get(failedJobsResource(offset), readFailedJobs);
  return preload.around(
    <Screen title="Queue and workers">
      <WorkloadCards />
      <FailedJobs offset={offset} />
    </Screen>,
  );
}
