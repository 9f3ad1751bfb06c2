import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireProjectAdmin } from "#app/(dashboard)/_kit/require-project.ts";
import { GET as readAddress } from "#app/api/v3/projects/[project]/address/route.ts";
import { GET as readDomains } from "#app/api/v3/projects/[project]/domains/route.ts";
import { domainsResource } from "#components/domains/api.ts";
import { DomainList } from "#components/domains/domain-list.tsx";
import { addressResource } from "#components/projects/address-api.ts";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

type Props = { params: Promise<{ project: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Domains · ${(await params).project}` };
}

export default async function Page({ params }: Props) {
  const { project } = await params;
  await requireProjectAdmin(project, paths.domains(project));
  const preload = new Preload();
  await preload.get(domainsResource(project), readDomains);
  await preload.get(addressResource(project), readAddress);
  return preload.around(
    <Screen title="Domains" description="Serve the documentation at addresses of your own.">
      <DomainList project={project} business={env.EDITION === "business"} />
    </Screen>,
  );
}
