import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { namedIn } from "#app/(dashboard)/_kit/named.ts";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { publicFilterIn } from "#app/(dashboard)/_kit/public-filter.ts";
import type { Search } from "#app/(dashboard)/_kit/search.ts";
import { GET as readPublicProjects } from "#app/api/v3/public-projects/route.ts";
import { publicProjectsResource } from "#components/projects/public-api.ts";
import { PublicProjects } from "#components/projects/public-projects.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ tag: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Projects tagged ${namedIn((await params).tag)}` };
}

export default async function Page({ params, searchParams }: Props) {
  const tag = namedIn((await params).tag);
  const filter = publicFilterIn(await searchParams);
  const preload = new Preload();
  const { count } = await preload.get(publicProjectsResource(filter, { tag }), readPublicProjects);
  const narrowed = filter.q !== undefined || filter.language !== undefined;
  if (count === 0 && !narrowed) notFound();
  return preload.around(
    <Screen
      title={
        <>
          Projects tagged <bdi>{tag}</bdi>
        </>
      }
      actions={<ButtonLink href={paths.publicProjects()}>All public projects</ButtonLink>}
    >
      <PublicProjects path={paths.projectsByTag(tag)} filter={filter} of={{ tag }} />
    </Screen>,
  );
}
