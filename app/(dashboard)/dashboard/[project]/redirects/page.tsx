import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireProjectAdmin } from "#app/(dashboard)/_kit/require-project.ts";
import { type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { GET as readRedirects } from "#app/api/v3/projects/[project]/redirects/route.ts";
import { redirectsResource } from "#components/redirects/api.ts";
import { RedirectList } from "#components/redirects/redirect-list.tsx";
import { RedirectsScreen } from "#components/redirects/redirects-screen.tsx";
import { Tester } from "#components/redirects/tester.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ project: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Redirects · ${(await params).project}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { project } = await params;
  await requireProjectAdmin(project, paths.redirects(project));
  const q = textIn(await searchParams, "q")?.slice(0, 255);
  const preload = new Preload();
  const { count } = await preload.get(redirectsResource(project), readRedirects);
  return preload.around(
    <RedirectsScreen project={project} empty={count === 0}>
      <Tester project={project} />
      <RedirectList project={project} q={q} />
    </RedirectsScreen>,
  );
}
