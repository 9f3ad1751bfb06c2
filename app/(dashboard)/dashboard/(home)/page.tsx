import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { offsetIn, type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readProjects } from "#app/api/v3/projects/route.ts";
import { type ProjectsFilter, projectsResource } from "#components/projects/api.ts";
import { ProjectList } from "#components/projects/project-list.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { paths } from "#lib/paths.ts";

export const metadata: Metadata = { title: "Projects" };

export default async function Page({ searchParams }: { searchParams: Search }) {
  await requireViewer(paths.projects());
  const search = await searchParams;
  const name = textIn(search, "name");
  const offset = offsetIn(search);
  const filter: ProjectsFilter = { ...(name && { name }), ...(offset > 0 && { offset }) };
  const preload = new Preload();
  await preload.get(projectsResource(filter), readProjects);
  return preload.around(
    <Screen
      title="Projects"
      actions={
        <ButtonLink look="primary" icon={Plus} href={paths.importManually()}>
          Import project
        </ButtonLink>
      }
    >
      <ProjectList filter={filter} />
    </Screen>,
  );
}
