import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireProjectAdmin } from "#app/(dashboard)/_kit/require-project.ts";
import { GET as readDomain } from "#app/api/v3/projects/[project]/domains/[domain]/route.ts";
import { GET as readDomains } from "#app/api/v3/projects/[project]/domains/route.ts";
import { domainResource, domainsResource } from "#components/domains/api.ts";
import { DomainScreen } from "#components/domains/domain-screen.tsx";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

type Props = { params: Promise<{ project: string; domain: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Domain · ${(await params).project}` };
}

export default async function Page({ params }: Props) {
  const { project, domain } = await params;
  const id = Number(domain);
  if (!Number.isSafeInteger(id) || id <= 0) notFound();
  await requireProjectAdmin(project, paths.domain(project, id));
  const at = { project, domain: id };
  const preload = new Preload();
  await preload.get(domainResource(at), readDomain);
  await preload.get(domainsResource(project), readDomains);
  return preload.around(<DomainScreen at={at} business={env.EDITION === "business"} />);
}
