"use client";

import { ChevronDown, ChevronUp, CircleAlert, Search } from "lucide-react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import type { LogAddress } from "./log/log-address.ts";
import type { LogView } from "./log/log-view.ts";
import { nextMatch } from "./log/next-match.ts";

type Place = { at: number; of: number };

/** Finds text and errors in all commands of a log, also in closed ones. Keys: `/`, `e` and Shift+`e`. */
export function LogSearch({ view }: { view: RefObject<LogView | null> }) {
  const [text, setText] = useState("");
  const [place, setPlace] = useState<(Place & { errors: boolean }) | null>(null);
  const last = useRef<LogAddress | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const go = useCallback(
    (wanted: string | null, step: 1 | -1): void => {
      const matches = wanted === "" ? [] : (view.current?.find(wanted) ?? []);
      const at = nextMatch(matches, last.current, step);
      last.current = matches[at] ?? null;
      view.current?.reveal(last.current);
      setPlace(wanted === "" ? null : { at: at + 1, of: matches.length, errors: wanted === null });
    },
    [view],
  );

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const typing =
        event.target instanceof HTMLElement && event.target.closest("input, select, textarea, dialog");
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "/") {
        event.preventDefault();
        input.current?.focus();
      }
      if (event.key.toLowerCase() === "e") go(null, event.shiftKey ? -1 : 1);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [go]);

  const what = place?.errors ? "errors" : "matches";
  return (
    <search className="flex min-w-0 flex-wrap items-center gap-1 max-sm:contents">
      <span className="relative min-w-44 flex-1">
        <Search aria-hidden="true" className="absolute top-1/2 left-2 size-3.5 -translate-y-1/2 text-muted" />
        <input
          ref={input}
          type="search"
          aria-label="Search in the log"
          placeholder="Search in the log"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            last.current = null;
            go(event.target.value, 1);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            go(text, event.shiftKey ? -1 : 1);
          }}
          className="h-7 w-full rounded-control border border-control bg-surface pr-2 pl-7 text-meta placeholder:text-muted pointer-coarse:h-11"
        />
      </span>
      <IconButton icon={ChevronUp} label="Previous match" onClick={() => go(text, -1)} />
      <IconButton icon={ChevronDown} label="Next match" onClick={() => go(text, 1)} />
      <Button small icon={CircleAlert} onClick={() => go(null, 1)} title="Also with the key e">
        Next error
      </Button>
      <span role="status" className="text-meta text-muted tabular-nums">
        {place && (place.of === 0 ? `No ${what}` : `${place.at} of ${place.of} ${what}`)}
      </span>
    </search>
  );
}
