"use client";

import {
  ChevronDown,
  KeyRound,
  LogOut,
  Monitor,
  MonitorSmartphone,
  Moon,
  Sun,
  UserRound,
} from "lucide-react";
import { useSignOut } from "#components/accounts/sign-in.ts";
import { Menu, MenuAction, MenuChoice, MenuHead, MenuLine, MenuLink } from "#components/ui/menu.tsx";
import { paths } from "#lib/paths.ts";
import { setTheme, useTheme } from "./theme.ts";

const themes = [
  { value: "system", label: "System", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const;

/** The person's own pages, the theme, and the way out. */
export function UserMenu({ username }: { username: string }) {
  const theme = useTheme();
  const signOut = useSignOut();
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Account of ${username}`}
          className="flex h-8 items-center gap-1.5 rounded-control px-1.5 hover:bg-subtle pointer-coarse:h-11"
        >
          <span
            aria-hidden="true"
            className="flex size-6 items-center justify-center rounded-full bg-accent-soft text-tiny font-semibold text-accent uppercase"
          >
            {username.slice(0, 1)}
          </span>
          <span className="max-w-40 truncate max-sm:hidden">{username}</span>
          <ChevronDown className="size-3.5 text-muted" aria-hidden="true" />
        </button>
      }
    >
      <MenuHead>
        Signed in as <strong className="text-text">{username}</strong>
      </MenuHead>
      <MenuLine />
      <MenuLink href={paths.profile()} icon={UserRound}>
        Profile
      </MenuLink>
      <MenuLink href={paths.tokens()} icon={KeyRound}>
        API tokens
      </MenuLink>
      <MenuLink href={paths.sessions()} icon={MonitorSmartphone}>
        Sessions
      </MenuLink>
      <MenuLine />
      <MenuChoice
        label="Theme"
        value={theme}
        options={themes}
        onChange={(value) => setTheme(themes.find((one) => one.value === value)?.value ?? "system")}
      />
      <MenuLine />
      <MenuAction icon={LogOut} onSelect={signOut}>
        Sign out
      </MenuAction>
    </Menu>
  );
}
