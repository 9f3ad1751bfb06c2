"use client";

import { useQuery } from "@tanstack/react-query";
import { menuFrom, useLazyMenu } from "#components/ui/lazy-menu.ts";
import { runningBuildsResource } from "./running-api.ts";
import { RunningButton } from "./running-button.tsx";

const whileRunningMs = 5_000;
const whileIdleMs = 30_000;
const menu = menuFrom(async () => (await import("./running-builds-open.tsx")).OpenRunningBuilds);

/** How many builds run in the person's projects, on every page; a press lists them. Asked for only while the page can be seen. */
export function RunningBuilds() {
  const { data } = useQuery({
    ...runningBuildsResource(),
    refetchInterval: (query) => (query.state.data?.count ? whileRunningMs : whileIdleMs),
  });
  const { opened, closed } = useLazyMenu(menu);
  const count = data?.count ?? 0;
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && (count === 1 ? "1 build is running" : `${count} builds are running`)}
      </p>
      {opened ? (
        <opened.Menu count={count} byKey={opened.byKey} />
      ) : (
        count > 0 && <RunningButton count={count} {...closed} />
      )}
    </>
  );
}
