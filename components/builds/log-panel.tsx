"use client";

import { ArrowDown, FileText, WrapText } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-field.tsx";
import { formatLogAddress, type LogAddress } from "./log/log-address.ts";
import type { LogView } from "./log/log-view.ts";
import "./log/log.css";
import { LogSearch } from "./log-search.tsx";

const nearBottom = (): boolean => innerHeight + scrollY >= document.documentElement.scrollHeight - 80;

/** Keeps the end of a growing page in view until the person scrolls up; scrolling down again takes it up. */
function useFollow(active: boolean): { following: boolean; jump: () => void } {
  const [following, setFollowing] = useState(true);
  useEffect(() => {
    if (!active) return;
    let height = document.documentElement.scrollHeight;
    let follows = location.hash === "";
    setFollowing(follows);
    const watch = (): void => {
      // Growth moves the end away without anybody having scrolled.
      if (document.documentElement.scrollHeight !== height) return;
      follows = nearBottom();
      setFollowing(follows);
    };
    const grow = new ResizeObserver(() => {
      height = document.documentElement.scrollHeight;
      if (follows) scrollTo({ top: height, behavior: "instant" });
    });
    grow.observe(document.body);
    addEventListener("scroll", watch, { passive: true });
    return () => {
      grow.disconnect();
      removeEventListener("scroll", watch);
    };
  }, [active]);
  const jump = (): void => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
  return { following, jump };
}

/** The log with its tools. Its lines are drawn by the view in `container`, not by React. */
export function LogPanel({
  container,
  view,
  live,
  waiting,
  complete,
  raw,
  selected,
}: {
  container: RefObject<HTMLDivElement | null>;
  view: RefObject<LogView | null>;
  live: boolean;
  /** Nothing has been started yet. */
  waiting: boolean;
  /** The end of the log has arrived. */
  complete: boolean;
  /** Address of the log as plain text. */
  raw: string;
  /** The lines that were picked by their numbers. */
  selected: LogAddress | null;
}) {
  const [wrap, setWrap] = useState(false);
  const { following, jump } = useFollow(live);
  return (
    <section aria-labelledby="log-title">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="log-title" className="text-section font-semibold">
          Log
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <LogSearch view={view} />
          {selected && (
            <CopyButton
              text={() => new URL(formatLogAddress(selected), location.href).href}
              label={
                selected.from === selected.to
                  ? `Copy link to line ${selected.from}`
                  : `Copy link to lines ${selected.from}–${selected.to}`
              }
            />
          )}
          <Button small icon={WrapText} aria-pressed={wrap} onClick={() => setWrap(!wrap)}>
            Wrap lines
          </Button>
          <CopyButton text={() => view.current?.text() ?? ""} label="Copy log" />
          <a
            href={raw}
            className="link inline-flex items-center gap-1.5 px-1 text-meta pointer-coarse:min-h-11"
          >
            <FileText className="size-4" aria-hidden="true" />
            Raw log
          </a>
        </div>
      </div>
      <div
        ref={container}
        role="log"
        aria-live="off"
        aria-label="Build log"
        className="log"
        data-wrap={wrap || undefined}
        data-following={(live && following) || undefined}
      />
      {waiting && <p className="text-muted">The log begins when the build does.</p>}
      {complete && (
        <p className="log-nothing text-muted">The build ended before a command of it had begun.</p>
      )}
      {live && !following && (
        <div className="sticky bottom-4 z-10 mt-3 flex justify-center">
          <Button look="primary" icon={ArrowDown} onClick={jump}>
            Jump to latest
          </Button>
        </div>
      )}
    </section>
  );
}
