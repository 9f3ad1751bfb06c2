"use client";

import {
  KeyRound,
  LogOut,
  Monitor,
  MonitorSmartphone,
  Moon,
  SlidersHorizontal,
  Sun,
  UserRound,
} from "lucide-react";
import { useSignOut } from "#components/accounts/sign-in.ts";
import { Menu, MenuAction, MenuChoice, MenuHead, MenuLine, MenuLink } from "#components/ui/menu.tsx";
import { paths } from "#lib/paths.ts";
import { setTheme, useTheme } from "./theme.ts";
import { UserButton } from "./user-button.tsx";

const themes = [
  { value: "system", label: "System", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const;

/** The person's own pages, the theme, and the way out. */
export function OpenUserMenu({ username, byKey }: { username: string; byKey: boolean }) {
  const theme = useTheme();
  const signOut = useSignOut();
  return (
    <Menu defaultOpen startsAtFirst={byKey} trigger={<UserButton username={username} />}>
      <MenuHead>
        Logged in as <strong className="text-text">{username}</strong>
      </MenuHead>
      <MenuLine />
      <MenuLink href={paths.profile()} icon={UserRound}>
        Profile
      </MenuLink>
      <MenuLink href={paths.preferences()} icon={SlidersHorizontal}>
        Preferences
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
