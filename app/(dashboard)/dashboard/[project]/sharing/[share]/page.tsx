import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireSharing, shareIn } from "#app/(dashboard)/_kit/require-sharing.ts";
import { GET as readProject } from "#app/api/v3/projects/[project]/route.ts";
import { GET as readRecipients } from "#app/api/v3/projects/[project]/sharing/[share]/recipients/route.ts";
import { GET as readShare } from "#app/api/v3/projects/[project]/sharing/[share]/route.ts";
import { projectResource } from "#components/projects/api.ts";
import { shareResource } from "#components/sharing/api.ts";
import { recipientsResource } from "#components/sharing/recipients-api.ts";
import { ShareScreen } from "#components/sharing/share-screen.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ project: string; share: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Share · ${(await params).project}` };
}

export default async function Page({ params }: Props) {
  const at = shareIn(await params);
  await requireSharing(at.project, paths.share(at.project, at.share));
  const preload = new Preload();
  await preload.get(projectResource(at.project), readProject);
  const share = await preload.get(shareResource(at), readShare);
  if (share.for_recipients) await preload.get(recipientsResource(at), readRecipients);
  return preload.around(<ShareScreen at={at} />);
}
