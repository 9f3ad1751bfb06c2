import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { GET as readEnvironment } from "#app/api/v3/projects/[project]/builds/[build]/environment/route.ts";
import { GET as readBuild } from "#app/api/v3/projects/[project]/builds/[build]/route.ts";
import { buildResource, environmentResource } from "#components/builds/api.ts";
import { BuildScreen } from "#components/builds/build-screen.tsx";
import { buildTitle, isSkipped } from "#components/builds/build-state.tsx";

type Props = { params: Promise<{ project: string; build: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project, build } = await params;
  const resource = buildResource(project, Number(build));
  const found = await new Preload().find(resource, readBuild);
  if (!found) return { title: `Build #${build} · ${project}` };
  const standing = {
    state: found.state.code,
    success: found.success,
    skipped: isSkipped(found.details),
  };
  return { title: buildTitle(standing, found.id, project) };
}

export default async function Page({ params }: Props) {
  const { project, build } = await params;
  const id = Number(build);
  if (!Number.isSafeInteger(id) || id <= 0) notFound();
  const preload = new Preload();
  await preload.get(buildResource(project, id), readBuild);
  await preload.find(environmentResource(project, id), readEnvironment);
  return preload.around(<BuildScreen project={project} build={id} />);
}
