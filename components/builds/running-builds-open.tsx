"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleDashed, Clock } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Schema } from "#components/api-operations.ts";
import { Menu, MenuHead, MenuLink } from "#components/ui/menu.tsx";
import { paths } from "#lib/paths.ts";
import { stateWord } from "./build-state.tsx";
import { runningBuildsResource } from "./running-api.ts";
import { RunningButton } from "./running-button.tsx";

type Running = Schema<"RunningBuild">;

/** The builds that run, as a menu. Those that end while it stands keep their place, and new ones come below: nothing moves away under a pointer. */
export function OpenRunningBuilds({ count, byKey }: { count: number; byKey: boolean }) {
  const { data } = useQuery(runningBuildsResource());
  const [shown, setShown] = useState<readonly Running[]>(data?.results ?? []);
  const [held, setHeld] = useState(true);
  const open = useRef(true);
  const now = new Map(data?.results.map((build) => [build.id, build]));

  useEffect(() => {
    const news = data?.results ?? [];
    setShown((before) => [...before, ...news.filter(({ id }) => before.every((one) => one.id !== id))]);
  }, [data]);

  const follow = (opens: boolean): void => {
    open.current = opens;
    if (opens) setShown(data?.results ?? []);
    setHeld(true);
  };

  const rest = count - now.size;
  return (
    <Menu
      defaultOpen
      startsAtFirst={byKey}
      onOpenChange={follow}
      trigger={
        // With nothing left to count it goes, but not from under the focus.
        <RunningButton count={count} hidden={count === 0 && !held} onBlur={() => setHeld(open.current)} />
      }
    >
      <MenuHead>{count === 0 ? "No build is running any more" : "Builds that run or wait"}</MenuHead>
      {shown.map((build) => {
        const current = now.get(build.id);
        const word = current ? stateWord({ state: current.state.code, success: null }) : "Ended";
        return (
          <MenuLink
            key={build.id}
            href={paths.build(build.project.slug, build.id)}
            icon={current?.state.code === "triggered" ? Clock : CircleDashed}
          >
            <bdi className="max-w-48 truncate">{build.project.name}</bdi>
            <bdi className="max-w-28 truncate text-muted">{build.version ?? "deleted"}</bdi>
            <span className="ms-auto ps-3 text-meta whitespace-nowrap text-muted tabular-nums">
              {word} · #{build.id}
            </span>
          </MenuLink>
        );
      })}
      {rest > 0 && <MenuHead>and {rest.toLocaleString("en")} more</MenuHead>}
    </Menu>
  );
}
