"use client";

import { lazy, Suspense, useState } from "react";
import { UserButton } from "./user-button.tsx";

const load = () => import("./user-menu-open.tsx");
const OpenUserMenu = lazy(load);

/** The person's menu. Its parts are loaded when the pointer or the focus comes near, and from the first press on they stay. */
export function UserMenu({ username }: { username: string }) {
  const [asked, setAsked] = useState(false);
  const button = (
    <UserButton username={username} onPointerEnter={load} onFocus={load} onClick={() => setAsked(true)} />
  );
  return asked ? (
    <Suspense fallback={button}>
      <OpenUserMenu username={username} />
    </Suspense>
  ) : (
    button
  );
}
