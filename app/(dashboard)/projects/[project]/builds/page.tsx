import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { flagIn, offsetIn, type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { GET as readBuilds } from "#app/api/v3/projects/[project]/builds/route.ts";
import { GET as readVersions } from "#app/api/v3/projects/[project]/versions/route.ts";
import { type BuildsFilter, buildsResource } from "#components/builds/api.ts";
import { BuildList } from "#components/builds/build-list.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { versionChoices } from "#components/versions/api.ts";
import { wireStates } from "#lib/builds/schema.ts";

type Props = { params: Promise<{ project: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Builds · ${(await params).project}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { project } = await params;
  const search = await searchParams;
  const running = flagIn(search, "running");
  const success = flagIn(search, "success");
  const state = wireStates.find((known) => known === textIn(search, "state"));
  const version = textIn(search, "version");
  const commit = textIn(search, "commit");
  const q = textIn(search, "q")?.slice(0, 255);
  const offset = offsetIn(search);
  const filter: BuildsFilter = {
    ...(running !== undefined && { running }),
    ...(state && { state }),
    ...(success !== undefined && { success }),
    ...(version && { version }),
    ...(commit && { commit }),
    ...(q && { q }),
    ...(offset > 0 && { offset }),
  };
  const preload = new Preload();
  await Promise.all([
    preload.get(buildsResource(project, filter), readBuilds),
    preload.get(versionChoices(project), readVersions),
  ]);
  return preload.around(
    <Screen title="Builds">
      <BuildList project={project} filter={filter} />
    </Screen>,
  );
}
