import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { GET as readVersion } from "#app/api/v3/projects/[project]/versions/[version]/route.ts";
import { versionResource } from "#components/versions/api.ts";
import { VersionScreen } from "#components/versions/version-screen.tsx";

type Props = { params: Promise<{ project: string; version: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project, version } = await params;
  return { title: `${version} · ${project}` };
}

export default async function Page({ params }: Props) {
  const { project, version } = await params;
  const preload = new Preload();
  await preload.get(versionResource(project, version), readVersion);
  return preload.around(<VersionScreen project={project} version={version} />);
}
