import type { BuildCommand } from "#lib/builds/log/queries.ts";
import { errorText } from "#lib/builds/notices/rules.ts";
import type { Build } from "#lib/builds/queries.ts";
import { isFinal, stateName } from "#lib/builds/rules.ts";
import type { BuildCommandJson, BuildJson } from "#lib/builds/schema.ts";
import { apiPaths, paths } from "#lib/paths.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

/** The state as the API knows it: uploading is a part of building there. */
export const wireState = (state: Build["state"]): string => (state === "uploading" ? "building" : state);

/** A build as the API shows it (spec/api-v3.md 4.3). A build that never started has no end, only a duration of 0. */
export function presentBuild(build: Build): BuildJson {
  const project = build.project.slug;
  const version = build.version?.slug ?? null;
  const self = dashboardUrl(apiPaths.build(project, build.id));
  const state = wireState(build.state);
  const final = isFinal(build.state);
  return {
    id: build.id,
    version,
    project,
    created: wireDate(build.created),
    finished: final && build.startedAt ? wireDateOrNull(build.finishedAt) : null,
    duration: build.seconds,
    state: { code: state, name: stateName(state) },
    success: final ? build.success : null,
    error: errorText(build.notices),
    commit: build.commit,
    urls: {
      build: dashboardUrl(paths.build(project, build.id)),
      project: dashboardUrl(paths.project(project)),
      version: version && dashboardUrl(paths.versionSettings(project, version)),
    },
    _links: {
      _self: self,
      version: version && dashboardUrl(apiPaths.version(project, version)),
      project: dashboardUrl(apiPaths.project(project)),
      notifications: `${self}notifications/`,
    },
  };
}

/** A command as the API shows it: whole seconds, the lines of its output joined. */
export function presentCommand(command: BuildCommand): BuildCommandJson {
  const { startedAt, finishedAt } = command;
  return {
    id: command.id,
    build: command.buildId,
    position: command.position,
    step: command.step,
    command: command.command,
    output: command.output.join("\n"),
    line_count: command.lineCount,
    exit_code: command.exitCode,
    start_time: wireDate(startedAt),
    end_time: wireDateOrNull(finishedAt),
    run_time: finishedAt ? Math.round((finishedAt.getTime() - startedAt.getTime()) / 1000) : null,
  };
}
