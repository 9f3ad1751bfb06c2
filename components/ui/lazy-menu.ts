"use client";

import { type ComponentProps, type ComponentType, useState } from "react";
import { patiently } from "./patiently.ts";

type Menu<Props> = ComponentType<Props & { byKey: boolean }>;

/** Where a menu comes from, with what has come of it. Made once, beside the component that uses it. */
export type MenuSource<Props> = { load: () => Promise<Menu<Props>>; loaded?: Menu<Props> };

export function menuFrom<Props>(get: () => Promise<Menu<Props>>): MenuSource<Props> {
  const load = patiently(get);
  const source: MenuSource<Props> = {
    load: async () => {
      source.loaded ??= await load();
      return source.loaded;
    },
  };
  return source;
}

/**
 * A button whose menu is loaded when the pointer or the focus comes near. `closed` goes onto the button until the first press; from
 * then on `opened` is what stands in its place: the menu with its own button, open at first. `byKey` says that a key opened it, so
 * that its first item gets the focus. `onNear` is for what the menu will show.
 */
export function useLazyMenu<Props>(
  source: MenuSource<Props>,
  onNear?: () => void,
): {
  opened: { Menu: Menu<Props>; byKey: boolean } | null;
  closed: ComponentProps<"button">;
} {
  const [opened, setOpened] = useState<{ Menu: Menu<Props>; byKey: boolean } | null>(null);
  const near = (): void => {
    onNear?.();
    void source.load();
  };
  // At once where it is loaded, so that keys pressed quickly go to the menu. Until then the button stays, with the focus.
  const open = (byKey: boolean): void => {
    if (source.loaded) setOpened({ Menu: source.loaded, byKey });
    else void source.load().then((Menu) => setOpened({ Menu, byKey }));
  };
  return {
    opened,
    closed: {
      "aria-haspopup": "menu",
      "aria-expanded": false,
      onPointerEnter: near,
      onFocus: near,
      // Enter and Space click without a pointer.
      onClick: ({ detail }) => open(detail === 0),
      onKeyDown: (event) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        open(true);
      },
    },
  };
}
