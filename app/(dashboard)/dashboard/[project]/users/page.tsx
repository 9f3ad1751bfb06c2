import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireProjectAdmin } from "#app/(dashboard)/_kit/require-project.ts";
import { offsetIn, type Search } from "#app/(dashboard)/_kit/search.ts";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readPeople } from "#app/api/v3/projects/[project]/people/route.ts";
import { peopleResource } from "#components/people/api.ts";
import { Maintainers } from "#components/people/maintainers.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

type Props = { params: Promise<{ project: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Maintainers · ${(await params).project}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { project } = await params;
  if (env.EDITION !== "community") notFound();
  await requireProjectAdmin(project, paths.maintainers(project));
  const { username } = await requireViewer(paths.maintainers(project));
  const filter = { offset: offsetIn(await searchParams) || undefined };
  const preload = new Preload();
  await preload.get(peopleResource(project, filter), readPeople);
  return preload.around(
    <Screen
      title="Maintainers"
      width="form"
      description="Who can change this project. Everybody can read it."
    >
      <Maintainers project={project} me={username} filter={filter} />
    </Screen>,
  );
}
