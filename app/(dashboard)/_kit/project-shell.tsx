import { cookies } from "next/headers";
import Link from "next/link";
import type { ReactNode } from "react";
import { GET as readBuilds } from "#app/api/v3/projects/[project]/builds/route.ts";
import { GET as readNotices } from "#app/api/v3/projects/[project]/notifications/route.ts";
import { GET as readProject } from "#app/api/v3/projects/[project]/route.ts";
import { GET as readVersion } from "#app/api/v3/projects/[project]/versions/[version]/route.ts";
import { buildsResource } from "#components/builds/api.ts";
import { noticesResource, projectResource } from "#components/projects/api.ts";
import { ProjectHeader } from "#components/projects/project-header.tsx";
import { ProjectNotices } from "#components/projects/project-notices.tsx";
import { Crumb, Frame } from "#components/shell/frame.tsx";
import type { SidebarGroup } from "#components/shell/sidebar.tsx";
import { versionResource } from "#components/versions/api.ts";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";
import { Preload } from "./preload.tsx";
import { findViewer } from "./viewer.ts";

/** A sidebar entry is shown only to people who may open it. */
function groupsFor(slug: string, admin: boolean, business: boolean): SidebarGroup[] {
  const reading: SidebarGroup = {
    links: [
      { href: paths.project(slug), label: "Overview", icon: "overview" },
      { href: paths.versions(slug), label: "Versions", icon: "versions", deep: true },
      { href: paths.builds(slug), label: "Builds", icon: "builds", deep: true },
    ],
  };
  const managing: SidebarGroup = {
    title: "Manage",
    links: [
      ...(business
        ? [{ href: paths.sharing(slug), label: "Sharing", icon: "sharing", deep: true } as const]
        : []),
      { href: paths.projectSettings(slug), label: "Settings", icon: "settings" },
    ],
  };
  return admin ? [reading, managing] : [reading];
}

/** The shell of every page of one project, under both address prefixes. */
export async function ProjectShell({ slug, children }: { slug: string; children: ReactNode }) {
  const preload = new Preload();
  const project = await preload.get(projectResource(slug), readProject);
  await preload.get(buildsResource(slug, {}, 1), readBuilds);
  const version = await preload.find(versionResource(slug, project.default_version), readVersion);
  if (project.permissions.admin) await preload.get(noticesResource(slug), readNotices);
  const viewer = await findViewer();
  const business = env.EDITION === "business";
  const narrow = (await cookies()).get("sidebar")?.value === "narrow";
  return preload.around(
    <Frame
      viewer={viewer}
      navName="Project"
      groups={groupsFor(slug, project.permissions.admin, business)}
      narrow={narrow}
      trail={
        <>
          {viewer && (
            <span className="contents max-sm:hidden">
              <Crumb>
                <Link href={paths.projects()} className="hover:underline">
                  Projects
                </Link>
              </Crumb>
            </span>
          )}
          <Crumb>
            <bdi title={project.name}>{project.name}</bdi>
          </Crumb>
        </>
      }
      top={<ProjectHeader project={slug} hasDefault={version !== null} shareable={business} />}
    >
      <ProjectNotices project={slug} />
      {children}
    </Frame>,
  );
}
