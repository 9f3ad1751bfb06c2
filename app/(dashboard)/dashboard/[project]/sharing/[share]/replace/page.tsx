import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireSharing, shareIn } from "#app/(dashboard)/_kit/require-sharing.ts";
import { GET as readProject } from "#app/api/v3/projects/[project]/route.ts";
import { GET as readShare } from "#app/api/v3/projects/[project]/sharing/[share]/route.ts";
import { projectResource } from "#components/projects/api.ts";
import { shareResource } from "#components/sharing/api.ts";
import { ReplaceSecret } from "#components/sharing/replace-secret.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ project: string; share: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Replace secret · ${(await params).project}` };
}

export default async function Page({ params }: Props) {
  const at = shareIn(await params);
  await requireSharing(at.project, paths.shareReplace(at.project, at.share));
  const preload = new Preload();
  await preload.get(projectResource(at.project), readProject);
  await preload.get(shareResource(at), readShare);
  return preload.around(<ReplaceSecret at={at} />);
}
