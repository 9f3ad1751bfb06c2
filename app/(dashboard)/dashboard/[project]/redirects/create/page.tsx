import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireProjectAdmin } from "#app/(dashboard)/_kit/require-project.ts";
import { type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { GET as readRedirects } from "#app/api/v3/projects/[project]/redirects/route.ts";
import { redirectsResource } from "#components/redirects/api.ts";
import { NewRedirect } from "#components/redirects/redirect-form.tsx";
import { isType } from "#components/redirects/redirect-values.ts";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ project: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Add redirect · ${(await params).project}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { project } = await params;
  await requireProjectAdmin(project, paths.newRedirect(project));
  const search = await searchParams;
  const type = textIn(search, "type");
  const from = textIn(search, "from")?.slice(0, 255) ?? null;
  const preload = new Preload();
  await preload.get(redirectsResource(project), readRedirects);
  return preload.around(
    <NewRedirect
      project={project}
      start={{ type: isType(type) ? type : "page", from_url: from, to_url: null }}
    />,
  );
}
