"use client";

import { clsx } from "clsx";
import { Search } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { withQuery } from "#components/api-client.ts";
import type { ListPlace } from "./list-screen.tsx";

/**
 * The text filter of a list: an ordinary GET form that also follows the typing after a quarter second. The address always holds
 * the filter.
 */
export function FilterBar({
  place,
  name,
  label,
  children,
}: {
  place: ListPlace;
  name: string;
  label: string;
  children?: ReactNode;
}) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const { [name]: current, offset: _offset, ...others } = place.filter;

  useEffect(() => {
    const jump = (event: KeyboardEvent): void => {
      const typing =
        event.target instanceof HTMLElement && event.target.closest("input, select, textarea, dialog");
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", jump);
    return () => document.removeEventListener("keydown", jump);
  }, []);

  const follow = (text: string): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      router.replace(withQuery(place.path, { ...others, [name]: text.trim() }), { scroll: false });
    }, 250);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {children}
      <search className="w-full sm:w-72">
        <form action={place.path} className="relative">
          {Object.entries(others).map(([key, value]) =>
            value === undefined ? null : <input key={key} type="hidden" name={key} value={String(value)} />,
          )}
          <Search
            aria-hidden="true"
            className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
          />
          <input
            ref={input}
            type="search"
            name={name}
            aria-label={label}
            placeholder={label}
            defaultValue={current === undefined ? "" : String(current)}
            onChange={(event) => follow(event.target.value)}
            className="h-8 w-full rounded-control border border-control bg-surface pr-2 pl-8 placeholder:text-muted pointer-coarse:h-11"
          />
        </form>
      </search>
    </div>
  );
}

/** Views of one list as links: Active, Inactive, All. */
export function ViewLinks({
  label,
  views,
}: {
  label: string;
  views: readonly { href: string; name: string; here: boolean }[];
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 rounded-control border bg-surface p-0.5">
      {views.map(({ href, name, here }) => (
        <Link
          key={name}
          href={href}
          aria-current={here ? "page" : undefined}
          className={clsx(
            "flex h-7 items-center rounded-[4px] px-2.5 pointer-coarse:h-11",
            here ? "bg-accent-soft font-medium" : "text-muted hover:text-text",
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
