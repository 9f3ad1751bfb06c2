"use client";

import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactElement } from "react";
import { menuFrom, useLazyMenu } from "./lazy-menu.ts";

export type MenuItem = { label: string; icon: LucideIcon } & (
  | { href: string; onSelect?: never }
  | { onSelect: () => void; href?: never }
);

const menu = menuFrom(async () => (await import("./open-menu.tsx")).OpenMenu);

/** A button with a menu; a line separates the groups. */
export function MenuButton({
  trigger,
  groups,
}: {
  trigger: (rest: ComponentProps<"button">) => ReactElement;
  groups: readonly (readonly MenuItem[])[];
}) {
  const { opened, closed } = useLazyMenu(menu);
  if (!opened) return trigger(closed);
  return (
    <opened.Menu
      trigger={trigger({})}
      groups={groups.filter(({ length }) => length > 0)}
      byKey={opened.byKey}
    />
  );
}
