"use client";

import { clsx } from "clsx";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useTransition } from "react";
import { withQuery } from "#components/api-client.ts";
import { Link } from "#components/ui/link.tsx";
import type { ListPlace } from "./list-screen.tsx";

/**
 * The text filter of a list: an ordinary GET form that also follows the typing, at once, and what is typed on while the rows are
 * under way as soon as they are there. The address always holds the filter.
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
  const [underWay, startTransition] = useTransition();
  const typed = useRef<string>(undefined);
  const { [name]: current, offset: _offset, ...others } = place.filter;

  const go = (): void => {
    if (typed.current === undefined) return;
    const address = withQuery(place.path, { ...others, [name]: typed.current.trim() });
    typed.current = undefined;
    startTransition(() => router.replace(address, { scroll: false }));
  };
  const follow = (text: string): void => {
    typed.current = text;
    if (!underWay) go();
  };
  useEffect(() => {
    if (!underWay) go();
  });
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
            data-shortcut="/"
            type="search"
            name={name}
            aria-label={label}
            placeholder={label}
            defaultValue={current === undefined ? "" : String(current)}
            onChange={(event) => follow(event.target.value)}
            // Later it would undo whatever navigation comes next.
            onBlur={go}
            className="h-8 w-full rounded-control border border-control bg-surface pr-2 pl-8 text-ellipsis placeholder:text-muted pointer-coarse:h-11"
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
  /** `count` is how many there are, once that is known; a phone has no room for it. */
  views: readonly { href: string; name: string; here: boolean; count?: number | undefined }[];
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 rounded-control border bg-surface p-0.5">
      {views.map(({ href, name, here, count }) => (
        <Link
          key={href}
          href={href}
          aria-current={here ? "page" : undefined}
          className={clsx(
            "flex h-7 items-center rounded-[4px] px-2.5 pointer-coarse:h-11",
            here ? "bg-accent-soft font-medium" : "text-muted hover:text-text",
          )}
        >
          {name}
          {count !== undefined && (
            <span className="whitespace-pre max-sm:hidden"> ({count.toLocaleString("en")})</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
