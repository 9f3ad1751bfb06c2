import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { GET as readBuilds } from "#app/api/v3/projects/[project]/builds/route.ts";
import { GET as readNotices } from "#app/api/v3/projects/[project]/notifications/route.ts";
import { GET as readProject } from "#app/api/v3/projects/[project]/route.ts";
import { GET as readVersion } from "#app/api/v3/projects/[project]/versions/[version]/route.ts";
import { buildsResource } from "#components/builds/api.ts";
import { noticesResource, type ProjectWithRights, projectResource } from "#components/projects/api.ts";
import { ProjectHeader } from "#components/projects/project-header.tsx";
import { ProjectNotices } from "#components/projects/project-notices.tsx";
import { Crumb, Frame } from "#components/shell/frame.tsx";
import { OrganizationSwitcher } from "#components/shell/organization-switcher.tsx";
import { ProjectSwitcher } from "#components/shell/project-switcher.tsx";
import type { SidebarGroup } from "#components/shell/sidebar.tsx";
import { Link } from "#components/ui/link.tsx";
import { defaultVersionResource } from "#components/versions/api.ts";
import { paths, versionsManaged } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";
import { Preload } from "./preload.tsx";
import { findViewer } from "./viewer.ts";

/** A sidebar entry is shown only to people who may open it. */
function groupsFor(slug: string, admin: boolean, business: boolean): SidebarGroup[] {
  const reading: SidebarGroup = {
    links: [
      { href: paths.project(slug), label: "Overview", icon: "overview" },
      {
        href: paths.versions(slug),
        label: "Versions",
        icon: "versions",
        deep: true,
        also: [versionsManaged(slug)],
      },
      { href: paths.builds(slug), label: "Builds", icon: "builds", deep: true },
    ],
  };
  const access: SidebarGroup = {
    title: "Access",
    links: business
      ? [
          { href: paths.sharing(slug), label: "Sharing", icon: "sharing", deep: true },
          { href: paths.people(slug), label: "People & teams", icon: "people" },
        ]
      : [{ href: paths.maintainers(slug), label: "Maintainers", icon: "people" }],
  };
  const publishing: SidebarGroup = {
    title: "Publishing",
    links: [
      { href: paths.redirects(slug), label: "Redirects", icon: "redirects", deep: true },
      { href: paths.domains(slug), label: "Domains", icon: "domains", deep: true },
      { href: paths.subprojects(slug), label: "Subprojects", icon: "subprojects" },
      { href: paths.translations(slug), label: "Translations", icon: "translations" },
    ],
  };
  const automation: SidebarGroup = {
    title: "Automation",
    links: [{ href: paths.environmentVariables(slug), label: "Environment variables", icon: "variables" }],
  };
  const managing: SidebarGroup = {
    title: "Manage",
    links: [
      { href: paths.projectActivity(slug), label: "Activity log", icon: "activity" },
      {
        href: paths.projectSettings(slug),
        label: "Settings",
        icon: "settings",
        also: [paths.projectRepository(slug), paths.projectDelete(slug)],
      },
    ],
  };
  return admin ? [reading, access, publishing, automation, managing] : [reading];
}

/** What the project belongs to: its organization, for the people of that; otherwise everything the person has. */
const Above = ({ project: { organization } }: { project: ProjectWithRights }) =>
  organization && "name" in organization ? (
    <>
      <Crumb>
        <Link href={paths.organization(organization.slug)} className="hover:underline">
          <bdi title={organization.name}>{organization.name}</bdi>
        </Link>
      </Crumb>
      <OrganizationSwitcher />
    </>
  ) : (
    <Crumb>
      <Link href={paths.projects()} className="hover:underline">
        Projects
      </Link>
    </Crumb>
  );

/** The shell of every page of one project, under both address prefixes. */
export async function ProjectShell({ slug, children }: { slug: string; children: ReactNode }) {
  const preload = new Preload();
  const project = await preload.get(projectResource(slug), readProject);
  const [version] = await Promise.all([
    preload.find(defaultVersionResource(slug, project.default_version), readVersion),
    preload.get(buildsResource(slug, {}, 1), readBuilds),
    project.permissions.admin && preload.get(noticesResource(slug), readNotices),
  ]);
  const viewer = await findViewer();
  const business = env.EDITION === "business";
  const narrow = (await cookies()).get("sidebar")?.value === "narrow";
  return preload.around(
    <Frame
      viewer={viewer}
      navName="Project"
      groups={groupsFor(slug, project.permissions.admin, business)}
      narrow={narrow}
      project={slug}
      trail={
        <>
          {viewer && (
            <span className="contents max-sm:hidden">
              <Above project={project} />
            </span>
          )}
          {/* On a phone the header right below says it, and there is no room to say it twice. */}
          <span className="contents max-sm:hidden">
            <Crumb>
              <bdi title={project.name}>{project.name}</bdi>
            </Crumb>
          </span>
          {viewer && <ProjectSwitcher />}
        </>
      }
      top={<ProjectHeader project={slug} hasDefault={version !== null} shareable={business} />}
    >
      <ProjectNotices project={slug} />
      {children}
    </Frame>,
  );
}
