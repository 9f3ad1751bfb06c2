import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Crumb, Frame } from "#components/shell/frame.tsx";
import type { SidebarGroup } from "#components/shell/sidebar.tsx";
import { sessionActor } from "#lib/auth/page.ts";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";
import { findViewer } from "./viewer.ts";

const groups: readonly SidebarGroup[] = [
  {
    links: [
      { href: paths.projects(), label: "Projects", icon: "projects" },
      ...(env.EDITION === "business"
        ? [{ href: paths.organizations(), label: "Organizations", icon: "organizations" } as const]
        : []),
      { href: paths.inbox(), label: "Inbox", icon: "inbox" },
      { href: paths.publicProjects(), label: "Public projects", icon: "explore" },
      { href: paths.importManually(), label: "Import project", icon: "import" },
    ],
  },
  {
    title: "Account",
    links: [
      { href: paths.profile(), label: "Profile", icon: "profile" },
      { href: paths.emails(), label: "E-mail addresses", icon: "emails" },
      { href: paths.password(), label: "Password", icon: "password" },
      { href: paths.twoFactor(), label: "Two-factor log-in", icon: "twoFactor" },
      { href: paths.tokens(), label: "API tokens", icon: "tokens" },
      { href: paths.preferences(), label: "Preferences", icon: "preferences" },
      { href: paths.sessions(), label: "Sessions", icon: "sessions" },
      { href: paths.securityLog(), label: "Security log", icon: "securityLog" },
    ],
  },
];

/** For superusers. */
const operating: SidebarGroup = {
  title: "Operator",
  links: [
    { href: paths.operator(), label: "Queue and workers", icon: "workers" },
    { href: paths.operatorUsers(), label: "Accounts", icon: "people" },
    { href: paths.operatorSignUp(), label: "Sign-up", icon: "signUp" },
  ],
};

/** The shell of the pages that belong to no project: the person's projects and account. */
export async function HomeShell({ crumb, children }: { crumb: string; children: ReactNode }) {
  const actor = await sessionActor();
  const narrow = (await cookies()).get("sidebar")?.value === "narrow";
  return (
    <Frame
      viewer={await findViewer()}
      navName="Sections"
      groups={actor.kind === "user" && actor.superuser ? [...groups, operating] : groups}
      narrow={narrow}
      trail={<Crumb>{crumb}</Crumb>}
    >
      {children}
    </Frame>
  );
}
