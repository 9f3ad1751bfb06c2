import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireProjectAdmin } from "#app/(dashboard)/_kit/require-project.ts";
import { offsetIn, type Search } from "#app/(dashboard)/_kit/search.ts";
import { GET as readAddress } from "#app/api/v3/projects/[project]/address/route.ts";
import { GET as readProject } from "#app/api/v3/projects/[project]/route.ts";
import { GET as readSubprojects } from "#app/api/v3/projects/[project]/subprojects/route.ts";
import { addressResource } from "#components/projects/address-api.ts";
import { relativeResource } from "#components/projects/family-api.ts";
import { Screen } from "#components/shell/screen.tsx";
import { subprojectsResource } from "#components/subprojects/api.ts";
import { SubprojectList } from "#components/subprojects/subproject-list.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ project: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Subprojects · ${(await params).project}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { project } = await params;
  await requireProjectAdmin(project, paths.subprojects(project));
  const offset = offsetIn(await searchParams);
  const preload = new Preload();
  await preload.get(subprojectsResource(project, offset), readSubprojects);
  await preload.get(relativeResource(project), readProject);
  await preload.get(addressResource(project), readAddress);
  return preload.around(
    <Screen title="Subprojects" description="Other projects on this project's host, each below its alias.">
      <SubprojectList project={project} offset={offset} />
    </Screen>,
  );
}
