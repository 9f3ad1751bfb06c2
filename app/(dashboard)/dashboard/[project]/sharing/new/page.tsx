import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireShareForm } from "#app/(dashboard)/_kit/require-sharing.ts";
import { type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { GET as readProject } from "#app/api/v3/projects/[project]/route.ts";
import { GET as readVersions } from "#app/api/v3/projects/[project]/versions/route.ts";
import { projectResource } from "#components/projects/api.ts";
import { shareableVersions } from "#components/sharing/api.ts";
import { NewShare } from "#components/sharing/new-share.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ project: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `New Share · ${(await params).project}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { project } = await params;
  const { allowed, today } = await requireShareForm(project, paths.newShare(project));
  const recipe = textIn(await searchParams, "recipe");
  const preload = new Preload();
  await preload.get(projectResource(project), readProject);
  await preload.get(shareableVersions(project), readVersions);
  return preload.around(<NewShare project={project} recipe={recipe} today={today} allowed={allowed} />);
}
