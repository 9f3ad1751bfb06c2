import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { offsetIn, type Search } from "#app/(dashboard)/_kit/search.ts";
import { GET as readVersions } from "#app/api/v3/projects/[project]/versions/route.ts";
import { Screen } from "#components/shell/screen.tsx";
import { downloadsResource } from "#components/versions/api.ts";
import { DownloadsList } from "#components/versions/downloads-list.tsx";

type Props = { params: Promise<{ project: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Downloads · ${(await params).project}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { project } = await params;
  const offset = offsetIn(await searchParams);
  const preload = new Preload();
  await preload.get(downloadsResource(project, offset), readVersions);
  return preload.around(
    <Screen title="Downloads" description="The documentation as files, to be read without a connection.">
      <DownloadsList project={project} offset={offset} />
    </Screen>,
  );
}
