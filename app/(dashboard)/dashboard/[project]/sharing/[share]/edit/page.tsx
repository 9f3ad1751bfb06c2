import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireShareForm, shareIn } from "#app/(dashboard)/_kit/require-sharing.ts";
import { GET as readProject } from "#app/api/v3/projects/[project]/route.ts";
import { GET as readShare } from "#app/api/v3/projects/[project]/sharing/[share]/route.ts";
import { GET as readVersions } from "#app/api/v3/projects/[project]/versions/route.ts";
import { projectResource } from "#components/projects/api.ts";
import { shareableVersions, shareResource } from "#components/sharing/api.ts";
import { EditShare } from "#components/sharing/edit-share.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ project: string; share: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit share · ${(await params).project}` };
}

export default async function Page({ params }: Props) {
  const at = shareIn(await params);
  const { allowed, today } = await requireShareForm(at.project, paths.shareEdit(at.project, at.share));
  const preload = new Preload();
  await preload.get(projectResource(at.project), readProject);
  await preload.get(shareResource(at), readShare);
  await preload.get(shareableVersions(at.project), readVersions);
  return preload.around(<EditShare at={at} today={today} allowed={allowed} />);
}
