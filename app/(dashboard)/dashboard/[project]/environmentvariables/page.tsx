import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireProjectAdmin } from "#app/(dashboard)/_kit/require-project.ts";
import { offsetIn, type Search } from "#app/(dashboard)/_kit/search.ts";
import { GET as readVariables } from "#app/api/v3/projects/[project]/environmentvariables/route.ts";
import { GET as readProject } from "#app/api/v3/projects/[project]/route.ts";
import { variablesResource } from "#components/environment-variables/api.ts";
import { VariablesScreen } from "#components/environment-variables/variables-screen.tsx";
import { projectResource } from "#components/projects/api.ts";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ project: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Environment variables · ${(await params).project}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { project } = await params;
  await requireProjectAdmin(project, paths.environmentVariables(project));
  const offset = offsetIn(await searchParams);
  const preload = new Preload();
  const { default_version } = await preload.get(projectResource(project), readProject);
  await preload.get(variablesResource(project, offset), readVariables);
  return preload.around(
    <VariablesScreen project={project} defaultVersion={default_version} offset={offset} />,
  );
}
