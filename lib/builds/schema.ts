import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";
import { filterChoice, filterFlag, filterText } from "#lib/platform/wire/filters.ts";

/** The Build of spec/service.md and spec/api-v3.md 4.3. `error` is the text of the first error notice, `""` without one. */
export const buildJson = z.object({
  id: z.int(),
  version: z.string().nullable(),
  project: z.string(),
  created: moment,
  finished: moment.nullable(),
  duration: z.int().nullable(),
  state: z.object({ code: z.string(), name: z.string() }),
  success: z.boolean().nullable(),
  error: z.string(),
  commit: z.string().nullable(),
  urls: z.object({ build: z.string(), project: z.string(), version: z.string().nullable() }),
  _links: z.object({
    _self: z.string(),
    version: z.string().nullable(),
    project: z.string(),
    notifications: z.string(),
  }),
});
export type BuildJson = z.infer<typeof buildJson>;

/** `expand=config`: the configuration as parsed, `{}` before that. */
export const configJson = z.record(z.string(), z.unknown()).meta({ id: "BuildConfiguration" });
export type ConfigJson = z.infer<typeof configJson>;

/** States as the API knows them: uploading is a part of building there. */
export const wireStates = [
  "triggered",
  "cloning",
  "installing",
  "building",
  "finished",
  "cancelled",
] as const;

/** GET …/builds/. */
export const buildFilter = z.object({
  commit: filterText(),
  /** Whose files are still there, so that they can be published again. */
  kept: filterFlag(),
  /** The number, the start of the commit hash, or part of the commit message, the version's name or who asked for it. */
  q: filterText({ max: 255 }),
  running: filterFlag(),
  state: filterChoice(wireStates),
  success: filterFlag(),
  version: filterText(),
});
export type BuildFilter = z.output<typeof buildFilter>;

/**
 * One command of a build. `output` holds the end of what it printed, without private values; the whole log is in the build's
 * event stream.
 */
export const buildCommandJson = z
  .object({
    id: z.int(),
    build: z.int(),
    position: z.int(),
    step: z.string(),
    command: z.string(),
    output: z.string(),
    line_count: z.int(),
    exit_code: z.int().nullable(),
    start_time: moment,
    end_time: moment.nullable(),
    run_time: z.int().nullable(),
  })
  .meta({ id: "BuildCommand" });
export type BuildCommandJson = z.infer<typeof buildCommandJson>;
