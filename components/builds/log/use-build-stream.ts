"use client";

import { useEffect, useState } from "react";
import type { BuildEvent, BuildEventKind } from "#lib/builds/runs/schema.ts";
import { apiPaths } from "#lib/paths.ts";
import { advance, type BuildProgress, noProgress } from "./progress.ts";

const kinds = [
  "state",
  "command",
  "lines",
  "command_end",
  "notice",
  "end",
] as const satisfies readonly BuildEventKind[];

/**
 * Reads a build's events until its end. The browser reconnects by itself and resumes after the last event it saw; an event that
 * comes twice is dropped. `onEvent` gets each one once and in order.
 */
export function useBuildStream(
  project: string,
  build: number,
  onEvent: (event: BuildEvent) => void,
): BuildProgress {
  const [progress, setProgress] = useState(noProgress);
  useEffect(() => {
    let last = -1;
    let source: EventSource;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const take = (message: MessageEvent<string>): void => {
      const sequence = Number(message.lastEventId);
      if (message.lastEventId !== "" && sequence <= last) return;
      if (message.lastEventId !== "") last = sequence;
      const event: BuildEvent = JSON.parse(message.data);
      onEvent(event);
      if (event.kind === "end") source.close();
      // Thousands of these: they are drawn by the log itself.
      if (event.kind !== "lines" && event.kind !== "command" && event.kind !== "command_end")
        setProgress((before) => advance(before, event));
    };
    const connect = (): void => {
      source = new EventSource(apiPaths.buildEvents(project, build));
      source.onopen = () => setProgress((before) => ({ ...before, connection: "open" }));
      source.onerror = () => {
        setProgress((before) => ({ ...before, connection: "lost" }));
        // The browser gives up for good after an answer that is no stream (a restart behind a proxy): begin again.
        if (source.readyState === EventSource.CLOSED) retry = setTimeout(connect, 3000);
      };
      for (const kind of kinds) source.addEventListener(kind, take);
    };
    setProgress(noProgress);
    connect();
    return () => {
      clearTimeout(retry);
      source.close();
    };
  }, [project, build, onEvent]);
  return progress;
}
