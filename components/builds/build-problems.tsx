"use client";

import { clsx } from "clsx";
import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy-field.tsx";
import { Link } from "#components/ui/link.tsx";
import type { BuildEvent } from "#lib/builds/runs/schema.ts";
import { paths } from "#lib/paths.ts";
import type { WholeBuild } from "./api.ts";
import { FirstConfiguration } from "./first-configuration.tsx";
import { failureExcerpt } from "./log/excerpt.ts";
import { formatLogAddress, type LogAddress } from "./log/log-address.ts";

type Notice = Extract<BuildEvent, { kind: "notice" }>;
export type Failure = { position: number; command: string; exit: number | null; lines: string[] };

/** Says no more than that a command failed. */
export const commandFailed = "build:user:generic";
const cancelled = "build:user:cancelled";
const tones = { error: "danger", warning: "warning", info: "info", note: "info" } as const;

/** What the platform and the failing command say about a build, above its log. */
export function BuildProblems({
  build,
  notices,
  failed,
  failure,
  onShow,
}: {
  build: WholeBuild;
  notices: readonly Notice[];
  failed: boolean;
  failure: Failure | null;
  onShow: (address: LogAddress) => void;
}) {
  // The failing command speaks for itself.
  const told = failure ? notices.filter((notice) => notice.message_id !== commandFailed) : notices;
  const { by = null, newer_build: newer = null } = build.details.cancellation ?? {};
  return (
    <>
      {told.map((notice) => (
        <Callout
          key={notice.message_id}
          tone={notice.message_id === cancelled ? "info" : tones[notice.level]}
          title={notice.header}
        >
          {notice.message_id === cancelled && by !== null
            ? notice.body.replace("Somebody", () => by)
            : notice.body}{" "}
          {notice.message_id === "config:path:default-not-found" && <FirstConfiguration />}
          {notice.message_id === cancelled && newer !== null && (
            <Link className="link" href={paths.build(build.project, newer)}>
              Go to build #{newer}
            </Link>
          )}
        </Callout>
      ))}
      {notices.length === 0 && failed && build.error !== "" && (
        <Callout tone="danger" title="The build failed">
          {build.error}
        </Callout>
      )}
      {failure && <FailureSummary build={build} failure={failure} onShow={onShow} />}
    </>
  );
}

function FailureSummary({
  build,
  failure,
  onShow,
}: {
  build: WholeBuild;
  failure: Failure;
  onShow: (address: LogAddress) => void;
}) {
  const { first, telling, lines } = failureExcerpt(failure.lines);
  const numbered = lines.map((text, index) => ({ number: first + index, text }));
  const line = { command: failure.position, from: Math.max(1, telling), to: Math.max(1, telling) };
  const ended = failure.exit === null ? "was stopped" : `ended with exit code ${failure.exit}`;
  const issue = [
    `Build #${build.id} of ${build.project}${build.commit ? ` at ${build.commit}` : ""} failed: ${build.urls.build}${formatLogAddress(line)}`,
    "",
    `\`${failure.command}\` ${ended}:`,
    "",
    "```",
    ...lines,
    "```",
  ].join("\n");
  return (
    <section
      aria-labelledby="failure-title"
      className="overflow-hidden rounded-card border border-danger/50 bg-surface"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b bg-danger-soft px-4 py-2.5">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="failure-title" className="font-semibold">
            A command {ended}
          </h2>
          <code className="line-clamp-3 break-all">{failure.command}</code>
        </div>
        <CopyButton text={issue} label="Copy for an issue" />
      </div>
      {lines.length > 0 ? (
        <ol
          start={first}
          className="list-none py-2 font-mono text-code leading-5"
          aria-label={`Output from line ${first}`}
        >
          {numbered.map(({ number, text }) => (
            <li key={number} className={clsx("flex", number === telling && "bg-danger-soft font-semibold")}>
              <span aria-hidden="true" className="w-14 shrink-0 pe-4 text-end text-muted select-none">
                {number}
              </span>
              <span className="min-w-0 pe-4 break-words whitespace-pre-wrap">{text}</span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="px-4 py-3 text-muted">It printed nothing.</p>
      )}
      <p className="border-t px-4 py-2.5">
        <a
          className="link"
          href={formatLogAddress(line)}
          onClick={(event) => {
            event.preventDefault();
            history.replaceState(history.state, "", formatLogAddress(line));
            onShow(line);
          }}
        >
          {lines.length > 0 ? `Go to line ${telling} in the log` : "Go to the command in the log"}
        </a>
      </p>
    </section>
  );
}
