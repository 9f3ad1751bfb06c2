import { z } from "zod";

/**
 * One build's live story: the rows of `build_events` and, word for word, the server-sent events of
 * `…/builds/<id>/events/` (dashboard.md 2.7). The event id is `sequence`, ever growing within a build; a reader resumes with
 * `Last-Event-ID`. Names are snake_case because they are sent as they are stored.
 */
export const buildStates = [
  "triggered",
  "cloning",
  "installing",
  "building",
  "uploading",
  "finished",
  "cancelled",
] as const;
export type BuildState = (typeof buildStates)[number];

/** The build went into a state. `triggered` again means that the log so far belongs to a lost attempt and is gone. */
export const stateEvent = z.object({
  kind: z.literal("state"),
  state: z.enum(buildStates),
  /** ISO 8601 moment of the change. */
  at: z.iso.datetime(),
  attempt: z.number().int().min(0),
});

/** A command was started. Its output follows in `lines` events naming the same `command_id`. */
export const commandEvent = z.object({
  kind: z.literal("command"),
  command_id: z.number().int(),
  /** 1, 2, 3 … within the build: the `<command>` of a log line's address `#<command>--<line>`. */
  position: z.number().int().min(1),
  /** The phase it belongs to. */
  step: z.enum(["cloning", "installing", "building", "uploading"]),
  /** What a person would type; private values are masked. */
  command: z.string(),
  at: z.iso.datetime(),
});

/** Output lines `first_line`, `first_line + 1`, … (counted from 1 per command), without line ends. May hold ANSI sequences. */
export const linesEvent = z.object({
  kind: z.literal("lines"),
  command_id: z.number().int(),
  first_line: z.number().int().min(1),
  lines: z.array(z.string()),
});

/** A command ended. `exit_code` is null when it was stopped (time limit, cancel). */
export const commandEndEvent = z.object({
  kind: z.literal("command_end"),
  command_id: z.number().int(),
  exit_code: z.number().int().nullable(),
  seconds: z.number().min(0),
  line_count: z.number().int().min(0),
  at: z.iso.datetime(),
});

/** A notice was attached to the build (ids of builds.md 10), with the text ready to show. */
export const noticeEvent = z.object({
  kind: z.literal("notice"),
  message_id: z.string(),
  level: z.enum(["error", "warning", "info", "note"]),
  header: z.string(),
  body: z.string(),
});

/** Nothing follows: close the stream. */
export const endEvent = z.object({
  kind: z.literal("end"),
  state: z.enum(["finished", "cancelled"]),
  success: z.boolean(),
  seconds: z.number().int().min(0).nullable(),
  at: z.iso.datetime(),
});

export const buildEvent = z
  .discriminatedUnion("kind", [stateEvent, commandEvent, linesEvent, commandEndEvent, noticeEvent, endEvent])
  .meta({ id: "BuildEvent" });
export type BuildEvent = z.infer<typeof buildEvent>;
export type BuildEventKind = BuildEvent["kind"];

/** What a notice needs besides its id: the values its texts mention. */
export const noticeValues = z.record(z.string(), z.union([z.string(), z.number()]));
export type NoticeValues = z.infer<typeof noticeValues>;
