import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { offsetIn, type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { GET as readProject } from "#app/api/v3/projects/[project]/route.ts";
import { GET as readVersions } from "#app/api/v3/projects/[project]/versions/route.ts";
import { projectResource } from "#components/projects/api.ts";
import { versionsFilter, versionsResource, versionsShown } from "#components/versions/api.ts";
import { VersionList } from "#components/versions/version-list.tsx";
import { VersionsScreen } from "#components/versions/versions-screen.tsx";

type Props = { params: Promise<{ project: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Versions · ${(await params).project}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { project } = await params;
  const search = await searchParams;
  const shown = versionsShown.find((one) => one === textIn(search, "show")) ?? "active";
  const name = textIn(search, "name");
  const offset = offsetIn(search);
  const preload = new Preload();
  const about = await preload.get(projectResource(project), readProject);
  await preload.get(versionsResource(project, versionsFilter(shown, name, offset)), readVersions);
  const mayChange = about.permissions.admin;
  return preload.around(
    <VersionsScreen project={project} mayChange={mayChange}>
      <VersionList
        project={project}
        defaultVersion={about.default_version}
        mayChange={mayChange}
        shown={shown}
        name={name}
        offset={offset}
      />
    </VersionsScreen>,
  );
}
