import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireProjectAdmin } from "#app/(dashboard)/_kit/require-project.ts";
import { GET as readRedirect } from "#app/api/v3/projects/[project]/redirects/[redirect]/route.ts";
import { GET as readRedirects } from "#app/api/v3/projects/[project]/redirects/route.ts";
import { redirectResource, redirectsResource } from "#components/redirects/api.ts";
import { EditRedirect } from "#components/redirects/redirect-form.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ project: string; redirect: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit redirect · ${(await params).project}` };
}

export default async function Page({ params }: Props) {
  const { project, redirect } = await params;
  const id = Number(redirect);
  if (!Number.isSafeInteger(id) || id <= 0) notFound();
  await requireProjectAdmin(project, paths.redirectEdit(project, id));
  const at = { project, redirect: id };
  const preload = new Preload();
  await preload.get(redirectResource(at), readRedirect);
  await preload.get(redirectsResource(project), readRedirects);
  return preload.around(<EditRedirect at={at} />);
}
