import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireProjectAdmin } from "#app/(dashboard)/_kit/require-project.ts";
import { GET as readAddress } from "#app/api/v3/projects/[project]/address/route.ts";
import { GET as readPublishing } from "#app/api/v3/projects/[project]/publishing/route.ts";
import { GET as readProject } from "#app/api/v3/projects/[project]/route.ts";
import { GET as readVersions } from "#app/api/v3/projects/[project]/versions/route.ts";
import { addressResource } from "#components/projects/address-api.ts";
import { projectResource } from "#components/projects/api.ts";
import { publishingResource } from "#components/projects/publishing-api.ts";
import { ProjectSettingsForms } from "#components/projects/settings-forms.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { versionChoices } from "#components/versions/api.ts";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

type Props = { params: Promise<{ project: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Settings · ${(await params).project}` };
}

export default async function Page({ params }: Props) {
  const { project } = await params;
  await requireProjectAdmin(project, paths.projectSettings(project));
  const preload = new Preload();
  await preload.get(projectResource(project), readProject);
  await preload.get(versionChoices(project), readVersions);
  await preload.get(addressResource(project), readAddress);
  await preload.get(publishingResource(project), readPublishing);
  return preload.around(
    <Screen title="Settings">
      <ProjectSettingsForms project={project} business={env.EDITION === "business"} />
    </Screen>,
  );
}
