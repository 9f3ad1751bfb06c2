import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Crumb, Frame } from "#components/shell/frame.tsx";
import type { SidebarGroup } from "#components/shell/sidebar.tsx";
import { paths } from "#lib/paths.ts";
import { HomeShell } from "./home-shell.tsx";
import { findViewer } from "./viewer.ts";

const forVisitors: readonly SidebarGroup[] = [
  { links: [{ href: paths.publicProjects(), label: "Public projects", icon: "explore", deep: true }] },
];

/** The shell of the pages everybody may read: that of home for people with a session, the way in for everybody else. */
export async function PublicShell({ children }: { children: ReactNode }) {
  if (await findViewer()) return <HomeShell crumb="Public projects">{children}</HomeShell>;
  const narrow = (await cookies()).get("sidebar")?.value === "narrow";
  return (
    <Frame
      viewer={null}
      navName="Sections"
      groups={forVisitors}
      narrow={narrow}
      trail={<Crumb>Public projects</Crumb>}
    >
      {children}
    </Frame>
  );
}
