import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Crumb, Frame } from "#components/shell/frame.tsx";
import { OrganizationSwitcher } from "#components/shell/organization-switcher.tsx";
import type { SidebarGroup } from "#components/shell/sidebar.tsx";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";
import { requireMember } from "./require-organization.ts";
import { findViewer } from "./viewer.ts";

/** A sidebar entry is shown only to people who may open it. */
function groupsFor(slug: string, owner: boolean): SidebarGroup[] {
  const everybody: SidebarGroup = {
    links: [
      { href: paths.organization(slug), label: "Projects", icon: "projects" },
      { href: paths.organizationMembers(slug), label: "Members", icon: "people" },
      { href: paths.organizationTeams(slug), label: "Teams", icon: "teams", deep: true },
      { href: paths.organizationOwners(slug), label: "Owners", icon: "owners" },
    ],
  };
  const owners: SidebarGroup = {
    title: "Manage",
    links: [
      { href: paths.organizationShares(slug), label: "Shares", icon: "sharing" },
      { href: paths.organizationPolicies(slug), label: "Share policy", icon: "policy" },
      { href: paths.organizationActivity(slug), label: "Activity log", icon: "activity" },
      { href: paths.organizationSettings(slug), label: "Settings", icon: "settings" },
    ],
  };
  return owner ? [everybody, owners] : [everybody];
}

/** The shell of every page of one organization. */
export async function OrganizationShell({ slug, children }: { slug: string; children: ReactNode }) {
  const viewer = await findViewer();
  // The page sends visitors to the log-in page, which leads back to it; from here it would lead to the organization.
  if (!viewer) return children;
  const { name, owner } = await requireMember(slug, paths.organization(slug));
  const narrow = (await cookies()).get("sidebar")?.value === "narrow";
  return (
    <Frame
      viewer={viewer}
      navName="Organization"
      groups={groupsFor(slug, owner)}
      narrow={narrow}
      trail={
        <>
          <span className="contents max-sm:hidden">
            <Crumb>
              <Link href={paths.organizations()} className="hover:underline">
                Organizations
              </Link>
            </Crumb>
          </span>
          <Crumb>
            <bdi title={name}>{name}</bdi>
          </Crumb>
          <OrganizationSwitcher />
        </>
      }
    >
      {children}
    </Frame>
  );
}
