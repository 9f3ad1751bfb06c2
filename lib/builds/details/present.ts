import type { BuildDetails } from "#lib/builds/details/queries.ts";
import type { DetailsJson } from "#lib/builds/details/schema.ts";
import { isStale } from "#lib/builds/rules.ts";
import { clock } from "#lib/platform/clock.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";

type Named = { readonly username: string; readonly deactivatedAt: Date | null } | null;

/** The details of a build as the API shows them. */
export function presentDetails(build: BuildDetails): DetailsJson {
  const { fileCount, totalBytes, cancellation, state } = build;
  const nameOf = (person: Named): string | null =>
    build.namesPeople && person && !person.deactivatedAt ? person.username : null;
  return {
    trigger: build.trigger,
    triggered_by: nameOf(build.triggeredBy),
    rebuild_of: build.rebuildOfId,
    version_name: build.versionName,
    commit_message: build.commitMessage,
    commit_author: build.commitAuthor,
    config_path: build.configPath,
    isolation: build.isolation,
    peak_memory_mb: build.peakMemoryMb,
    pages: fileCount === null ? null : { files: fileCount, bytes: Number(totalBytes ?? 0) },
    downloads: build.artifacts
      .filter(({ format }) => format !== "html")
      .map(({ format, name, bytes }) => ({ format, name, bytes: Number(bytes) })),
    cancellation: cancellation && {
      reason: cancellation.reason,
      by: nameOf(cancellation.byUser),
      newer_build: cancellation.newerBuildId,
      at: wireDate(cancellation.at),
    },
    waiting:
      state === "triggered"
        ? { reason: build.waitReason, ahead: build.ahead, stale: isStale(build, clock.now()) }
        : null,
  };
}
