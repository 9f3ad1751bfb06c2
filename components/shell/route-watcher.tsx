"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";

/** True when a click on a link will be a navigation inside the dashboard. */
function goesElsewhere(event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return false;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  return (
    link !== null &&
    link.origin === location.origin &&
    !link.target &&
    !link.pathname.startsWith("/api/") &&
    link.pathname !== location.pathname
  );
}

/**
 * After a change of page the focus goes to its heading, or to the control that says it comes first; to the heading as well where another
 * state of the page takes away what had the focus. A thin line shows when a page takes longer than 150 ms.
 */
export function RouteWatcher() {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const seen = useRef(pathname);
  const seenSearch = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [slow, setSlow] = useState(false);

  useEffect(() => {
    const start = (event: MouseEvent): void => {
      if (!goesElsewhere(event)) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setSlow(true), 150);
    };
    document.addEventListener("click", start, { capture: true });
    return () => document.removeEventListener("click", start, { capture: true });
  }, []);

  useEffect(() => {
    clearTimeout(timer.current);
    setSlow(false);
    if (seen.current === pathname) return;
    seen.current = pathname;
    if (location.hash) return;
    // After whatever closes with the old page has given its focus back.
    const frame = requestAnimationFrame(() =>
      (
        document.querySelector<HTMLElement>("[data-first-focus]") ?? document.querySelector<HTMLElement>("h1")
      )?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, [pathname]);

  useEffect(() => {
    if (seenSearch.current === search) return;
    seenSearch.current = search;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [search]);

  return slow ? (
    <div aria-hidden="true" className="fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden bg-accent-soft">
      <div className="h-full w-1/3 animate-[slide_1.1s_ease-in-out_infinite] bg-accent" />
    </div>
  ) : null;
}
