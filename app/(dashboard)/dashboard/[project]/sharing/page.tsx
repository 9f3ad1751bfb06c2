import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireSharing } from "#app/(dashboard)/_kit/require-sharing.ts";
import { offsetIn, type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { GET as readShares } from "#app/api/v3/projects/[project]/sharing/route.ts";
import { sharesResource } from "#components/sharing/api.ts";
import { ShareList } from "#components/sharing/share-list.tsx";
import { SharesScreen } from "#components/sharing/shares-screen.tsx";
import { paths } from "#lib/paths.ts";
import { shareSorts, shareTypes, shownStatuses } from "#lib/sharing/schema.ts";

type Props = { params: Promise<{ project: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Sharing · ${(await params).project}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { project } = await params;
  const { policyOf } = await requireSharing(project, paths.sharing(project));
  const search = await searchParams;
  const named = (name: string) => textIn(search, name);
  const choosing = named("help") === "choose";
  const filter = {
    status: shownStatuses.find((one) => one === named("status")),
    type: shareTypes.find((one) => one === named("type")),
    version: named("version")?.slice(0, 255),
    by: named("by")?.slice(0, 150),
    q: named("q")?.slice(0, 150),
    sort: shareSorts.find((one) => one === named("sort")),
    offset: offsetIn(search) || undefined,
  };
  const preload = new Preload();
  await preload.get(sharesResource(project, filter), readShares);
  return preload.around(
    <SharesScreen project={project} choosing={choosing} policyOf={policyOf}>
      <ShareList project={project} filter={filter} choosing={choosing} />
    </SharesScreen>,
  );
}
