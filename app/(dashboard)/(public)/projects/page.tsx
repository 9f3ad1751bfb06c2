import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { publicFilterIn } from "#app/(dashboard)/_kit/public-filter.ts";
import type { Search } from "#app/(dashboard)/_kit/search.ts";
import { GET as readPublicProjects } from "#app/api/v3/public-projects/route.ts";
import { publicProjectsResource } from "#components/projects/public-api.ts";
import { PublicProjects } from "#components/projects/public-projects.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

export const metadata: Metadata = { title: "Public projects" };

export default async function Page({ searchParams }: { searchParams: Search }) {
  const filter = publicFilterIn(await searchParams);
  const preload = new Preload();
  await preload.get(publicProjectsResource(filter), readPublicProjects);
  return preload.around(
    <Screen title="Public projects" description="Documentation that everybody may read.">
      <PublicProjects path={paths.publicProjects()} filter={filter} />
    </Screen>,
  );
}
