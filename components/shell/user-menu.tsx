"use client";

import { menuFrom, useLazyMenu } from "#components/ui/lazy-menu.ts";
import { UserButton } from "./user-button.tsx";

const menu = menuFrom(async () => (await import("./user-menu-open.tsx")).OpenUserMenu);

/** The person's menu. */
export function UserMenu({ username }: { username: string }) {
  const { opened, closed } = useLazyMenu(menu);
  return opened ? (
    <opened.Menu username={username} byKey={opened.byKey} />
  ) : (
    <UserButton username={username} {...closed} />
  );
}
