import type { DetailsJson } from "#lib/builds/details/schema.ts";
import type { Build } from "#lib/builds/queries.ts";
import { isStale } from "#lib/builds/rules.ts";
import { clock } from "#lib/platform/clock.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";

/** The details of a build as the API shows them. `named`: the caller is told who did what. */
export function presentDetails(build: Build, named: boolean): DetailsJson {
  const { fileCount, totalBytes, cancellation, state } = build;
  const told = (person: string | null): string | null => (named ? person : null);
  return {
    trigger: build.trigger,
    triggered_by: told(build.triggeredBy),
    rebuild_of: build.rebuildOfId,
    version_name: build.versionName,
    commit_message: build.commitMessage,
    commit_author: build.commitAuthor,
    config_path: build.configPath,
    isolation: build.isolation,
    peak_memory_mb: build.peakMemoryMb,
    pages: fileCount === null ? null : { files: fileCount, bytes: totalBytes ?? 0 },
    downloads: build.artifacts
      .filter(({ format }) => format !== "html")
      .map(({ format, name, bytes }) => ({ format, name, bytes })),
    cancellation: cancellation && {
      reason: cancellation.reason,
      by: told(cancellation.by),
      newer_build: cancellation.newerBuildId,
      at: wireDate(new Date(cancellation.at)),
    },
    waiting:
      state === "triggered"
        ? { reason: build.waitReason, ahead: build.ahead, stale: isStale(build, clock.now()) }
        : null,
  };
}
