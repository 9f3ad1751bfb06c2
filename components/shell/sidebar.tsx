"use client";

import { clsx } from "clsx";
import {
  BookOpen,
  Boxes,
  Building2,
  Fingerprint,
  FolderGit2,
  FolderTree,
  Globe,
  Hammer,
  History,
  Inbox,
  KeyRound,
  Languages,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Menu as MenuIcon,
  MonitorSmartphone,
  PanelLeftClose,
  PanelLeftOpen,
  Plus,
  RectangleEllipsis,
  ScrollText,
  Server,
  Settings,
  Share2,
  ShieldCheck,
  Signpost,
  SlidersHorizontal,
  Telescope,
  UserPlus,
  UserRound,
  Users,
  UsersRound,
  Variable,
  X,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { remember } from "./theme.ts";

/** Names of icons, because a server component cannot hand a component over. */
const icons = {
  overview: LayoutDashboard,
  versions: Boxes,
  builds: Hammer,
  settings: Settings,
  sharing: Share2,
  policy: ScrollText,
  redirects: Signpost,
  variables: Variable,
  people: Users,
  teams: UsersRound,
  owners: ShieldCheck,
  organizations: Building2,
  activity: History,
  domains: Globe,
  subprojects: FolderTree,
  translations: Languages,
  projects: FolderGit2,
  explore: Telescope,
  import: Plus,
  inbox: Inbox,
  profile: UserRound,
  emails: Mail,
  password: RectangleEllipsis,
  twoFactor: Fingerprint,
  securityLog: ScrollText,
  preferences: SlidersHorizontal,
  tokens: KeyRound,
  sessions: MonitorSmartphone,
  workers: Server,
  signUp: UserPlus,
  docs: BookOpen,
} satisfies Record<string, LucideIcon>;

/** The second key after `g` that goes there. */
const goKeys: Partial<Record<keyof typeof icons, string>> = {
  overview: "o",
  versions: "v",
  builds: "b",
  sharing: "s",
  redirects: "r",
  variables: "e",
  projects: "p",
  inbox: "i",
};

export type SidebarLink = {
  href: string;
  label: string;
  icon: keyof typeof icons;
  /** Also marked while on a page below this address. */
  deep?: boolean;
  /** Also marked on these pages and those below them, which only it leads to. */
  also?: readonly string[];
};
export type SidebarGroup = { title?: string; links: readonly SidebarLink[] };

function Links({ groups, narrow }: { groups: readonly SidebarGroup[]; narrow: boolean }) {
  const pathname = usePathname();
  return groups.map((group) => (
    <div key={group.title ?? "first"} className="mb-4">
      {group.title && !narrow && (
        <p className="px-2.5 pb-1 text-tiny font-medium text-muted">{group.title}</p>
      )}
      <ul className="space-y-0.5">
        {group.links.map((link) => {
          const Icon = icons[link.icon];
          const here =
            pathname === link.href ||
            (link.deep === true && pathname.startsWith(link.href)) ||
            link.also?.some((address) => pathname.startsWith(address)) === true;
          const key = goKeys[link.icon];
          return (
            <li key={link.href}>
              <Link
                href={link.href}
                data-shortcut={key && `g ${key}`}
                aria-current={here ? "page" : undefined}
                title={narrow ? link.label : undefined}
                className={clsx(
                  "flex h-8 items-center gap-2.5 rounded-control px-2.5 pointer-coarse:h-11",
                  here
                    ? "bg-accent-soft font-medium text-text"
                    : "text-muted hover:bg-subtle hover:text-text",
                )}
              >
                <Icon className={clsx("size-4 shrink-0", here && "text-accent")} aria-hidden="true" />
                <span className={narrow ? "sr-only" : "truncate"}>{link.label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  ));
}

/** The section's navigation: a column that can be collapsed to icons. */
export function Sidebar({
  name,
  groups,
  narrow: startsNarrow,
}: {
  name: string;
  groups: readonly SidebarGroup[];
  narrow: boolean;
}) {
  const [narrow, setNarrow] = useState(startsNarrow);
  const toggle = (): void => {
    remember("sidebar", narrow ? null : "narrow");
    setNarrow(!narrow);
  };
  return (
    <nav
      aria-label={name}
      data-sidebar
      className={clsx(
        "sticky top-12 flex h-[calc(100dvh-3rem)] shrink-0 flex-col overflow-y-auto border-e bg-surface p-2 pt-4 max-md:hidden",
        narrow ? "w-14" : "w-60",
      )}
    >
      <div className="flex-1">
        <Links groups={groups} narrow={narrow} />
      </div>
      <IconButton
        icon={narrow ? PanelLeftOpen : PanelLeftClose}
        label={narrow ? "Widen sidebar" : "Collapse sidebar"}
        aria-expanded={!narrow}
        data-shortcut="["
        onClick={toggle}
      />
    </nav>
  );
}

/** The same navigation under 960 px: a button in the top bar that opens a sheet. */
export function MenuSheet({ name, groups }: { name: string; groups: readonly SidebarGroup[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pathname = usePathname();
  const openedOn = useRef(pathname);
  useEffect(() => {
    if (openedOn.current !== pathname) dialog.current?.close();
    openedOn.current = pathname;
  }, [pathname]);
  return (
    <>
      <IconButton
        icon={MenuIcon}
        label="Open menu"
        aria-haspopup="dialog"
        className="md:hidden"
        onClick={() => dialog.current?.showModal()}
      />
      <dialog
        ref={dialog}
        aria-label={`${name} menu`}
        className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-e bg-surface p-2 text-text backdrop:bg-scrim"
      >
        <div className="mb-2 flex justify-end">
          <IconButton icon={X} label="Close menu" onClick={() => dialog.current?.close()} />
        </div>
        <nav aria-label={name}>
          <Links groups={groups} narrow={false} />
        </nav>
      </dialog>
    </>
  );
}
