import type { BuildEvent, NoticeValues } from "#lib/builds/runs/schema.ts";

type Level = "error" | "warning" | "info" | "note";
type Text = { readonly level: Level; readonly header: string; readonly body: string };

/** A notice as a build's people read it; plain text, values filled in. */
export type NoticeText = Text & { readonly messageId: string };

const error = (header: string, body: string): Text => ({ level: "error", header, body });

/** Ids of spec/builds.md 10 with our words. `{name}` stands for a value of the notice. */
const texts = {
  "build:app:generic-with-build-id": error(
    "Something went wrong on our side",
    "This build ended because of a problem that is not yours. Try again; if it stays, quote build {build_id} to whoever runs this server.",
  ),
  "build:app:upload-failed": error(
    "The files could not be published",
    "The documentation was built, but its files could not be stored: {message} What was published before is still there. Quote build {build_id} if it happens again.",
  ),
  "build:app:terminated-due-inactivity": error(
    "The build was lost",
    "The machine that ran this build gave no more sign of life, twice. Start it again.",
  ),
  "build:app:docker:unknown-error": error("The build environment could not be set up", "{message}"),
  "build:app:project-builds-disabled": error(
    "Builds are switched off",
    "Builds of this project are switched off. Ask a project admin to switch them on again.",
  ),
  "build:user:generic": error(
    "A command failed",
    "The command “{command}” ended with exit code {exit_code}. Its output says why.",
  ),
  "build:user:time-out": error(
    "The build took too long",
    "A build may take {seconds} seconds. This one was stopped.",
  ),
  "build:user:excessive-memory": error(
    "The build used too much memory",
    "A build may use {megabytes} MB of memory. This one was stopped by {held_by}.",
  ),
  "build:user:excessive-disk": error(
    "The build used too much disk space",
    "A build may use {megabytes} MB of disk space. This one was stopped.",
  ),
  "build:user:cancelled": error("The build was cancelled", "It was stopped before it was finished."),
  "build:user:exit-code-183": {
    level: "info",
    header: "The build was skipped",
    body: "A command ended with exit code 183, by which the project itself asks to skip a build.",
  },
  "build:user:no-commands": error(
    "This kind of build is not available yet",
    "The configuration has no build.commands. Builds that install and run Sphinx or MkDocs by themselves are not available on this server yet; list your own commands under build.commands.",
  ),
  "build:user:output:no-html": error(
    "No HTML files were left",
    "The commands did not make the folder _readthedocs/html. Put your pages into $READTHEDOCS_OUTPUT/html.",
  ),
  "build:user:output:html-no-index-file": error(
    "There is no start page",
    "The folder _readthedocs/html has no index.html.",
  ),
  "build:user:output:is-no-a-directory": error(
    "The output is not a folder",
    "_readthedocs/{artifact_type} must be a folder.",
  ),
  "build:user:output:file-too-large": error("A file is too large to be published", "{message}"),
  "build:user:symlink:used": error("A symbolic link leads out of the repository", "{message}"),
  "build:user:output:refused": error("The output cannot be published", "{message}"),
  "project:repository:private-clone-error": error(
    "The repository could not be fetched",
    "{message} Check the address and whether the repository may be read.",
  ),
  "project:repository:public-clone-error": error(
    "The repository could not be fetched",
    "{message} Check the address and that the repository is public.",
  ),
  "project:repository:checkout-failed": error(
    "The revision could not be checked out",
    "The repository has no “{revision}” any more, or it could not be checked out.",
  ),
  "project:repository:generic-error": error("Git failed", "{message}"),
  "config:path:default-not-found": error(
    "There is no configuration file",
    "The repository has no .readthedocs.yaml in its root.",
  ),
  "config:path:not-found": error(
    "The configuration file is missing",
    "There is no {directory} in the repository.",
  ),
  "config:base:invalid-syntax": error("The configuration file cannot be read", "{filename}: {error_message}"),
  "config:base:invalid-version": error(
    "The configuration has an unknown version",
    "Set “version: 2” in the configuration file.",
  ),
  "config:generic": error("The configuration file cannot be read", "{message}"),
  "config:validation:value-not-found": error(
    "The configuration is incomplete",
    "The key {key} is required in the configuration file.",
  ),
  "config:validation:invalid-dict": error("The configuration is not valid", "{key} must be a mapping."),
  "config:validation:invalid-list": error("The configuration is not valid", "{key} must be a list."),
  "config:validation:invalid-string": error("The configuration is not valid", "{key} must be text."),
  "config:validation:invalid-choice": error(
    "The configuration is not valid",
    "{key} must be one of {choices}; it is {value}. A number may need quotes.",
  ),
  "config:build:missing-build-tools-commands": error(
    "The configuration is incomplete",
    "It needs build.tools or build.commands.",
  ),
  "config:build:jobs-and-commands": error(
    "The configuration is not valid",
    "build.jobs and build.commands cannot be used together.",
  ),
} satisfies Record<string, Text>;

export type NoticeId = keyof typeof texts;

/** The words of a notice; an id from a newer release shows itself. */
export function noticeText(messageId: string, values: NoticeValues = {}): NoticeText {
  const text: Text = Object.hasOwn(texts, messageId)
    ? texts[messageId as NoticeId]
    : error("Something needs your attention", messageId);
  const body = text.body.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
  return { ...text, body: body.trim(), messageId };
}

/** `error` of the API: the text of the first error among a build's notices, `""` without one. */
export function errorText(notices: ReadonlyArray<{ messageId: string; values: unknown }>): string {
  const shown = notices.map((notice) => noticeText(notice.messageId, valuesOf(notice.values)));
  return shown.find((text) => text.level === "error")?.body ?? "";
}

/** The event that tells a build's readers of a notice. */
export function noticeEventOf(messageId: string, values: NoticeValues): BuildEvent {
  const { level, header, body } = noticeText(messageId, values);
  return { kind: "notice", message_id: messageId, level, header, body };
}

function valuesOf(stored: unknown): NoticeValues {
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === "string" || typeof entry[1] === "number",
    ),
  );
}
