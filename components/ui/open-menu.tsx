import { Fragment, type ReactElement } from "react";
import { Menu, MenuAction, MenuLine, MenuLink } from "./menu.tsx";
import type { MenuItem } from "./menu-button.tsx";

/** The menu of a `MenuButton` from its first press on, open at first. */
export function OpenMenu({
  trigger,
  groups,
  byKey,
}: {
  trigger: ReactElement;
  groups: readonly (readonly MenuItem[])[];
  /** Opened with a key: the first item has the focus then. */
  byKey: boolean;
}) {
  return (
    <Menu defaultOpen startsAtFirst={byKey} trigger={trigger}>
      {groups.map((items, at) => (
        <Fragment key={items[0]?.label}>
          {at > 0 && <MenuLine />}
          {items.map(({ label, icon, href, onSelect }) =>
            href === undefined ? (
              <MenuAction key={label} icon={icon} onSelect={onSelect}>
                {label}
              </MenuAction>
            ) : (
              <MenuLink key={label} href={href} icon={icon}>
                {label}
              </MenuLink>
            ),
          )}
        </Fragment>
      ))}
    </Menu>
  );
}
