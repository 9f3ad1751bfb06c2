import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { choiceIn, flagIn, offsetIn, type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { GET as readProject } from "#app/api/v3/projects/[project]/route.ts";
import { GET as readVersions } from "#app/api/v3/projects/[project]/versions/route.ts";
import { projectResource } from "#components/projects/api.ts";
import { versionsResource } from "#components/versions/api.ts";
import { VersionList } from "#components/versions/version-list.tsx";
import { VersionsScreen } from "#components/versions/versions-screen.tsx";
import { apiFilter, type VersionsFilter, viewOf } from "#components/versions/views.ts";
import { env } from "#lib/platform/env.ts";
import { privacyLevels } from "#lib/projects/schema.ts";
import { versionListSorts } from "#lib/versions/schema.ts";

type Props = { params: Promise<{ project: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Versions · ${(await params).project}` };
}

function readFilter(search: Awaited<Search>, business: boolean): VersionsFilter {
  return {
    view: viewOf(textIn(search, "active"), textIn(search, "hidden")),
    q: (textIn(search, "q") ?? textIn(search, "verbose_name"))?.slice(0, 255),
    type: choiceIn(search, "type", ["branch", "tag"]),
    privacy_level: business ? choiceIn(search, "privacy_level", privacyLevels) : undefined,
    built: flagIn(search, "built"),
    sort: choiceIn(search, "sort", versionListSorts),
    offset: offsetIn(search) || undefined,
  };
}

export default async function Page({ params, searchParams }: Props) {
  const { project } = await params;
  const business = env.EDITION === "business";
  const filter = readFilter(await searchParams, business);
  const preload = new Preload();
  const about = await preload.get(projectResource(project), readProject);
  await preload.get(versionsResource(project, apiFilter(filter)), readVersions);
  const mayChange = about.permissions.admin;
  return preload.around(
    <VersionsScreen project={project} mayChange={mayChange}>
      <VersionList
        project={project}
        defaultVersion={about.default_version}
        mayChange={mayChange}
        business={business}
        filter={filter}
      />
    </VersionsScreen>,
  );
}
