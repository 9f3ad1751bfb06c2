import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Crumb, Frame } from "#components/shell/frame.tsx";
import type { SidebarGroup } from "#components/shell/sidebar.tsx";
import { paths } from "#lib/paths.ts";
import { findViewer } from "./viewer.ts";

const groups: readonly SidebarGroup[] = [
  {
    links: [
      { href: paths.projects(), label: "Projects", icon: "projects" },
      { href: paths.importManually(), label: "Import project", icon: "import" },
    ],
  },
  {
    title: "Account",
    links: [
      { href: paths.profile(), label: "Profile", icon: "profile" },
      { href: paths.tokens(), label: "API tokens", icon: "tokens" },
      { href: paths.sessions(), label: "Sessions", icon: "sessions" },
    ],
  },
];

/** The shell of the pages that belong to no project: the person's projects and account. */
export async function HomeShell({ crumb, children }: { crumb: string; children: ReactNode }) {
  const narrow = (await cookies()).get("sidebar")?.value === "narrow";
  return (
    <Frame
      viewer={await findViewer()}
      navName="Sections"
      groups={groups}
      narrow={narrow}
      trail={<Crumb>{crumb}</Crumb>}
    >
      {children}
    </Frame>
  );
}
