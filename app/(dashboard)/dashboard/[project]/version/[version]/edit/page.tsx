import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireProjectAdmin } from "#app/(dashboard)/_kit/require-project.ts";
import { GET as readVersion } from "#app/api/v3/projects/[project]/versions/[version]/route.ts";
import { Screen } from "#components/shell/screen.tsx";
import { Link } from "#components/ui/link.tsx";
import { versionResource } from "#components/versions/api.ts";
import { VersionSettings } from "#components/versions/version-settings.tsx";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

type Props = { params: Promise<{ project: string; version: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project, version } = await params;
  return { title: `Configure ${version} · ${project}` };
}

export default async function Page({ params }: Props) {
  const { project, version: slug } = await params;
  await requireProjectAdmin(project, paths.versionSettings(project, slug));
  const preload = new Preload();
  const version = await preload.get(versionResource(project, slug), readVersion);
  return preload.around(
    <Screen
      title={`Configure ${version.verbose_name}`}
      width="form"
      description={
        <Link
          className="link inline-flex items-center pointer-coarse:min-h-11"
          href={paths.version(project, slug)}
        >
          About this version
        </Link>
      }
    >
      <VersionSettings project={project} version={slug} business={env.EDITION === "business"} />
    </Screen>,
  );
}
