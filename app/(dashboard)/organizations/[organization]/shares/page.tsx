import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireOwner } from "#app/(dashboard)/_kit/require-organization.ts";
import { offsetIn, type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { GET as readShares } from "#app/api/v3/organizations/[organization]/shares/route.ts";
import { organizationSharesResource } from "#components/sharing/api.ts";
import { OrganizationShares } from "#components/sharing/organization-shares.tsx";
import { paths } from "#lib/paths.ts";
import { shareSorts, shareTypes, shownStatuses } from "#lib/sharing/schema.ts";

type Props = { params: Promise<{ organization: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Shares · ${(await params).organization}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { organization } = await params;
  await requireOwner(organization, paths.organizationShares(organization));
  const search = await searchParams;
  const named = (name: string) => textIn(search, name);
  const filter = {
    status: shownStatuses.find((one) => one === named("status")),
    type: shareTypes.find((one) => one === named("type")),
    project: named("project")?.slice(0, 63),
    by: named("by")?.slice(0, 150),
    q: named("q")?.slice(0, 150),
    sort: shareSorts.find((one) => one === named("sort")),
    offset: offsetIn(search) || undefined,
  };
  const preload = new Preload();
  await preload.get(organizationSharesResource(organization, filter), readShares);
  return preload.around(<OrganizationShares organization={organization} filter={filter} />);
}
