import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { GET as readBuilds } from "#app/api/v3/projects/[project]/builds/route.ts";
import { GET as readVersions } from "#app/api/v3/projects/[project]/versions/route.ts";
import { buildsResource } from "#components/builds/api.ts";
import { overviewRows } from "#components/projects/api.ts";
import { ProjectOverview } from "#components/projects/overview.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { versionsResource } from "#components/versions/api.ts";

type Props = { params: Promise<{ project: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Overview · ${(await params).project}` };
}

export default async function Page({ params }: Props) {
  const { project } = await params;
  const preload = new Preload();
  await preload.get(buildsResource(project, {}, overviewRows), readBuilds);
  await preload.get(versionsResource(project, { active: true }, overviewRows), readVersions);
  return preload.around(
    <Screen title="Overview">
      <ProjectOverview project={project} />
    </Screen>,
  );
}
