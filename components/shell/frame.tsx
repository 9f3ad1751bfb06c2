import { clsx } from "clsx";
import type { ReactNode } from "react";
import { RunningBuilds } from "#components/builds/running-builds.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { paths } from "#lib/paths.ts";
import { InboxBell } from "./bell.tsx";
import { Keyboard } from "./keyboard.tsx";
import { LogoLink } from "./logo.tsx";
import { OfflineBanner } from "./offline.tsx";
import { MenuSheet, Sidebar, type SidebarGroup } from "./sidebar.tsx";
import { UserMenu } from "./user-menu.tsx";

export type Viewer = { username: string } | null;

export const SkipLink = () => (
  <a
    href="#main"
    className="sr-only z-60 rounded-control bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  >
    Skip to content
  </a>
);

/** The shell of every dashboard page: top bar, sidebar, main. `trail` continues the breadcrumb after the logo. */
export function Frame({
  viewer,
  navName,
  groups,
  narrow,
  project,
  trail,
  top,
  children,
}: {
  viewer: Viewer;
  /** The name of the sidebar's landmark: “Project”, “Account”. */
  navName: string;
  groups: readonly SidebarGroup[];
  /** The sidebar was left collapsed. */
  narrow: boolean;
  /** The project the page is about. */
  project?: string;
  trail?: ReactNode;
  /** Stands above the page on every page of the section, as the project's header does. */
  top?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="sticky top-0 z-30 flex h-12 items-center gap-3 border-b bg-surface px-4 max-sm:gap-1 max-sm:px-2 max-sm:pointer-coarse:gap-0">
        <nav
          aria-label="Main"
          className="flex min-w-0 flex-1 items-center gap-2 max-sm:gap-1 max-sm:pointer-coarse:gap-0"
        >
          <MenuSheet name={navName} groups={groups} />
          <LogoLink href={viewer ? paths.projects() : paths.home()} narrow />
          {trail}
        </nav>
        <Keyboard viewer={viewer !== null} project={project} />
        {viewer ? (
          <>
            <RunningBuilds />
            <InboxBell />
            <UserMenu username={viewer.username} />
          </>
        ) : (
          <div className="flex gap-2">
            <ButtonLink href={paths.login()} small>
              Log in
            </ButtonLink>
            <ButtonLink href={paths.signUp()} small look="primary">
              Sign up
            </ButtonLink>
          </div>
        )}
      </header>
      <OfflineBanner />
      <div className="flex">
        <Sidebar name={navName} groups={groups} narrow={narrow} />
        <div className="min-w-0 flex-1">
          {top}
          <main id="main" tabIndex={-1} className="mx-auto max-w-[1440px] px-4 py-6 outline-none md:px-8">
            {children}
          </main>
        </div>
      </div>
    </div>
  );
}

/** One step of the breadcrumb. A mere word, which leads nowhere, gives way where there is no room for it. */
export function Crumb({ children }: { children: ReactNode }) {
  const gone = typeof children === "string" && "max-[23rem]:hidden";
  return (
    <>
      <span aria-hidden="true" className={clsx("text-muted", gone)}>
        /
      </span>
      <span className={clsx("min-w-0 truncate", gone)}>{children}</span>
    </>
  );
}
