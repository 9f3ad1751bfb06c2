"use client";

import { Search } from "lucide-react";
import { lazy, Suspense, useLayoutEffect, useRef, useState } from "react";
import { patiently } from "#components/ui/patiently.ts";
import { useWishes } from "#components/ui/preferences.ts";
import { isTaken, press, rowLink, shortcutsHere } from "./shortcuts.ts";

const loadPalette = patiently(() => import("./palette.tsx"));
const Palette = lazy(loadPalette);
const ShortcutList = lazy(patiently(() => import("./shortcut-list.tsx")));

/** How long the second key of two is waited for. */
const pauseMs = 1500;

const rowLinks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(rowLink)];
const rowOf = (element: Element | null): Element | null => element?.closest(".data-table tbody tr") ?? null;

/** Puts the focus on the first link of the next or previous row. */
function moveRow(step: 1 | -1): void {
  const firsts = rowLinks().filter((link, at, all) => rowOf(link) !== rowOf(all[at - 1] ?? null));
  const here = firsts.findIndex((link) => rowOf(link) === rowOf(document.activeElement));
  firsts[here < 0 ? 0 : here + step]?.focus();
}

function selectRow(range: boolean): void {
  const box = rowOf(document.activeElement)?.querySelector<HTMLElement>("[data-select]");
  box?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: range }));
}

const rowKeys: Readonly<Record<string, () => void>> = {
  j: () => moveRow(1),
  k: () => moveRow(-1),
  x: () => selectRow(false),
  X: () => selectRow(true),
};

/** The one place that listens to keys, and the button that opens the palette. */
export function Keyboard({ viewer, project }: { viewer: boolean; project: string | undefined }) {
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  const { singleKeys } = useWishes();
  const first = useRef<{ key: string; at: number } | null>(null);

  // Before the page is painted: where a field has the focus from the start, keys are pressed at once.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      if (viewer && event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        setOpen("palette");
        return;
      }
      if (!singleKeys || event.metaKey || event.ctrlKey || event.altKey || isTaken(event)) return;
      const before = first.current && event.timeStamp - first.current.at < pauseMs ? first.current.key : null;
      first.current = null;
      const keys = before === null ? event.key : `${before} ${event.key}`;
      const here = shortcutsHere();
      const found = here.find((one) => one.keys === keys);
      if (found) press(found);
      else if (keys === "?") setOpen("shortcuts");
      else if (rowKeys[keys]) rowKeys[keys]();
      else if (here.some((one) => one.keys.startsWith(`${event.key} `)))
        first.current = { key: event.key, at: event.timeStamp };
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [viewer, singleKeys]);

  return (
    <>
      {viewer && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label="Search and commands"
          title="Search and commands (Ctrl+K)"
          onPointerEnter={loadPalette}
          onFocus={loadPalette}
          onClick={() => setOpen("palette")}
          className="flex h-8 shrink-0 items-center gap-2 rounded-control border border-control/60 px-2 text-muted hover:bg-subtle hover:text-text pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center"
        >
          <Search className="size-4" aria-hidden="true" />
          <span className="max-md:hidden">Search</span>
          <kbd className="rounded-[4px] bg-subtle px-1 text-tiny max-md:hidden">Ctrl K</kbd>
        </button>
      )}
      <Suspense fallback={null}>
        {open === "palette" && (
          <Palette project={project} onClose={() => setOpen(null)} onShortcuts={() => setOpen("shortcuts")} />
        )}
        {open === "shortcuts" && <ShortcutList onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}
