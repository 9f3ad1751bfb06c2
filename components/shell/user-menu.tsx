"use client";

import { ChevronDown } from "lucide-react";
import { type ComponentProps, lazy, Suspense, useState } from "react";

const load = () => import("./user-menu-open.tsx");
const OpenUserMenu = lazy(load);

/** The button that names the person. */
export function UserButton({ username, ...rest }: { username: string } & ComponentProps<"button">) {
  return (
    <button
      type="button"
      aria-label={`Account of ${username}`}
      aria-haspopup="menu"
      className="flex h-8 shrink-0 items-center gap-1.5 rounded-control px-1.5 hover:bg-subtle pointer-coarse:h-11"
      {...rest}
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
  );
}

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
