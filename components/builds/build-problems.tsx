"use client";

import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy-field.tsx";
import type { BuildEvent } from "#lib/builds/runs/schema.ts";
import { failureExcerpt } from "./log/excerpt.ts";
import { formatLogAddress, type LogAddress } from "./log/log-address.ts";

type Notice = Extract<BuildEvent, { kind: "notice" }>;
export type Failure = { position: number; command: string; exit: number | null; lines: string[] };

const commandFailed = "build:user:generic";
const tones = { error: "danger", warning: "warning", info: "info", note: "info" } as const;

/** What the platform and the failing command say about a build, above its log. */
export function BuildProblems({
  project,
  build,
  commit,
  notices,
  fallback,
  failure,
  onShow,
}: {
  project: string;
  build: number;
  commit: string | null;
  notices: readonly Notice[];
  /** The API's error text, for a build whose notices are not known. */
  fallback: string;
  failure: Failure | null;
  onShow: (address: LogAddress) => void;
}) {
  // The failing command speaks for itself.
  const told = failure ? notices.filter((notice) => notice.message_id !== commandFailed) : notices;
  return (
    <>
      {told.map((notice) => (
        <Callout key={notice.message_id} tone={tones[notice.level]} title={notice.header}>
          {notice.body}
        </Callout>
      ))}
      {notices.length === 0 && fallback !== "" && (
        <Callout tone="danger" title="The build failed">
          {fallback}
        </Callout>
      )}
      {failure && (
        <FailureSummary project={project} build={build} commit={commit} failure={failure} onShow={onShow} />
      )}
    </>
  );
}

function FailureSummary({
  project,
  build,
  commit,
  failure,
  onShow,
}: {
  project: string;
  build: number;
  commit: string | null;
  failure: Failure;
  onShow: (address: LogAddress) => void;
}) {
  const excerpt = failureExcerpt(failure.lines);
  const address = {
    command: failure.position,
    from: excerpt.first,
    to: excerpt.first + excerpt.lines.length - 1,
  };
  const ended = failure.exit === null ? "was stopped" : `ended with exit code ${failure.exit}`;
  const issue = [
    `Build #${build} of ${project}${commit ? ` at ${commit}` : ""} failed.`,
    "",
    `\`${failure.command}\` ${ended}:`,
    "",
    "```",
    ...excerpt.lines,
    "```",
  ].join("\n");
  return (
    <section
      aria-labelledby="failure-title"
      className="overflow-hidden rounded-card border border-danger/50 bg-surface"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b px-4 py-2.5">
        <h2 id="failure-title" className="min-w-0 font-semibold">
          <code className="break-all">{failure.command}</code> {ended}
        </h2>
        <CopyButton text={issue} label="Copy for an issue" />
      </div>
      {excerpt.lines.length > 0 && (
        <pre className="px-4 py-3 text-code leading-5 break-words whitespace-pre-wrap">
          {excerpt.lines.join("\n")}
        </pre>
      )}
      <p className="border-t px-4 py-2.5">
        <a
          className="link"
          href={formatLogAddress(address)}
          onClick={(event) => {
            event.preventDefault();
            history.replaceState(history.state, "", formatLogAddress(address));
            onShow(address);
          }}
        >
          Go to these lines in the log
        </a>
      </p>
    </section>
  );
}
