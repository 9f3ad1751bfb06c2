import type { Metadata } from "next";
import { requireProjectAdmin } from "#app/(dashboard)/_kit/require-project.ts";
import { ImportRedirects } from "#components/redirects/import-redirects.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ project: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Import redirects · ${(await params).project}` };
}

export default async function Page({ params }: Props) {
  const { project } = await params;
  await requireProjectAdmin(project, paths.importRedirects(project));
  return <ImportRedirects project={project} />;
}
