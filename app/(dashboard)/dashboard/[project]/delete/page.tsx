import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireProjectAdmin } from "#app/(dashboard)/_kit/require-project.ts";
import { GET as readDomains } from "#app/api/v3/projects/[project]/domains/route.ts";
import { GET as readProject } from "#app/api/v3/projects/[project]/route.ts";
import { GET as readSubprojects } from "#app/api/v3/projects/[project]/subprojects/route.ts";
import { GET as readTranslations } from "#app/api/v3/projects/[project]/translations/route.ts";
import { GET as readVersions } from "#app/api/v3/projects/[project]/versions/route.ts";
import { domainsResource } from "#components/domains/api.ts";
import { projectResource } from "#components/projects/api.ts";
import { DeleteProject } from "#components/projects/delete-form.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { subprojectsResource } from "#components/subprojects/api.ts";
import { translationsResource } from "#components/translations/api.ts";
import { versionsResource } from "#components/versions/api.ts";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

type Props = { params: Promise<{ project: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Delete · ${(await params).project}` };
}

export default async function Page({ params }: Props) {
  const { project } = await params;
  await requireProjectAdmin(project, paths.projectDelete(project));
  const preload = new Preload();
  await preload.get(projectResource(project), readProject);
  await preload.get(versionsResource(project, { active: true }, 1), readVersions);
  await preload.get(domainsResource(project), readDomains);
  await preload.get(subprojectsResource(project), readSubprojects);
  await preload.get(translationsResource(project), readTranslations);
  return preload.around(
    <Screen title="Delete project" width="form">
      <DeleteProject project={project} business={env.EDITION === "business"} />
    </Screen>,
  );
}
