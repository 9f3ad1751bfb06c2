import { wireState } from "#lib/builds/present.ts";
import type { Build } from "#lib/builds/queries.ts";
import { isFinal, stateName } from "#lib/builds/rules.ts";
import type { BuildEvent } from "#lib/builds/runs/schema.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";

/** The first lines of a plain-text log (spec/builds.md 9.3). */
export function presentHead(build: Build): string {
  const success = isFinal(build.state) ? (build.success ? "True" : "False") : "Unknown";
  return [
    "Lectern build information",
    `Build id: ${build.id}`,
    `Project: ${build.project.slug}`,
    `Version: ${build.version?.slug ?? build.versionSlug}`,
    `Commit: ${build.commit ?? "unknown"}`,
    `Date: ${wireDate(build.created)}`,
    `State: ${stateName(wireState(build.state))}`,
    `Success: ${success}`,
    "",
  ].join("\n");
}

type Times = { readonly finishedAt: Date | null; readonly startedAt: Date; readonly exitCode: number | null };

/** The lines before a command's output: when it ran, how it ended, what it was. */
export function presentCommandHead(
  event: Extract<BuildEvent, { kind: "command" }>,
  row: Times | undefined,
): string {
  const ended = row?.finishedAt
    ? `, end-time: ${wireDate(row.finishedAt)}, duration: ${Math.round((row.finishedAt.getTime() - row.startedAt.getTime()) / 1_000)}`
    : "";
  const code = row?.finishedAt ? `, exit-code: ${row.exitCode ?? "none"}` : "";
  return `\n[command-info] start-time: ${wireDate(new Date(event.at))}${ended}${code}\n${event.command}\n`;
}
