"use client";

import { Link } from "#components/ui/link.tsx";
import { Elapsed, Time } from "#components/ui/time.tsx";
import { durationText } from "#components/ui/time-text.ts";
import { paths } from "#lib/paths.ts";
import type { WholeBuild } from "./api.ts";
import { triggerText } from "./build-words.ts";

/** One line on what was built, why and how long it took. */
export function BuildFacts({
  build,
  started,
  ended,
}: {
  build: WholeBuild;
  /** When a worker took it; null while it waits. */
  started: string | null;
  ended: boolean;
}) {
  const { project, details } = build;
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      <span>
        Version{" "}
        {build.version ? (
          <Link className="link break-all" href={paths.version(project, build.version)}>
            {build.version}
          </Link>
        ) : (
          `${details.version_name} (deleted)`
        )}
      </span>
      <span>
        {details.rebuild_of === null ? (
          triggerText(details)
        ) : (
          <>
            Build{" "}
            <Link className="link" href={paths.build(project, details.rebuild_of)}>
              #{details.rebuild_of}
            </Link>{" "}
            again
          </>
        )}
        {details.triggered_by && ` · ${details.triggered_by}`} · <Time at={build.created} />
      </span>
      <span>
        {!ended ? (
          <>
            {started ? "Running for" : "Waiting for"} <Elapsed since={started ?? build.created} />
          </>
        ) : (
          build.duration !== null && `Took ${durationText(build.duration)}`
        )}
      </span>
      {build.commit && (
        <span className="min-w-0 basis-full break-words">
          Commit <code title={build.commit}>{build.commit.slice(0, 8)}</code>
          {details.commit_message && (
            <>
              {" "}
              <bdi className="text-text">{details.commit_message}</bdi>
            </>
          )}
          {details.commit_author && (
            <>
              {" "}
              by <bdi>{details.commit_author}</bdi>
            </>
          )}
        </span>
      )}
    </span>
  );
}
