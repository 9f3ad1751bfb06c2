import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireProjectAdmin } from "#app/(dashboard)/_kit/require-project.ts";
import { GET as readDeployKey } from "#app/api/v3/projects/[project]/deploy-key/route.ts";
import { GET as readKnownHosts } from "#app/api/v3/projects/[project]/known-hosts/route.ts";
import { GET as readToken } from "#app/api/v3/projects/[project]/repository-token/route.ts";
import { PrivateRepository } from "#components/projects/private-repository.tsx";
import {
  deployKeyResource,
  knownHostsResource,
  repositoryTokenResource,
} from "#components/projects/private-repository-api.ts";
import { Screen } from "#components/shell/screen.tsx";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

type Props = { params: Promise<{ project: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Private repository · ${(await params).project}` };
}

export default async function Page({ params }: Props) {
  const { project } = await params;
  if (env.EDITION !== "business") notFound();
  await requireProjectAdmin(project, paths.projectRepository(project));
  const preload = new Preload();
  const deployKey = await preload.find(deployKeyResource(project), readDeployKey);
  const token = await preload.find(repositoryTokenResource(project), readToken);
  await preload.get(knownHostsResource(project), readKnownHosts);
  return preload.around(
    <Screen
      title="Private repository"
      description={
        <>
          What builds show to the host of the repository. Its address stands in the{" "}
          <Link href={paths.projectSettings(project)} className="link">
            settings
          </Link>
          .
        </>
      }
      width="form"
    >
      <PrivateRepository project={project} deployKey={deployKey} token={token} />
    </Screen>,
  );
}
