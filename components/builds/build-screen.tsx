"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { projectResource } from "#components/projects/api.ts";
import { DocsLink } from "#components/projects/docs-link.tsx";
import { useRefresh } from "#components/resource.ts";
import { Screen } from "#components/shell/screen.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { BuildEvent } from "#lib/builds/runs/schema.ts";
import { apiPaths } from "#lib/paths.ts";
import { buildResource, type WholeBuild } from "./api.ts";
import { BuildActions } from "./build-actions.tsx";
import { BuildAside } from "./build-aside.tsx";
import { BuildFacts } from "./build-facts.tsx";
import { BuildProblems, commandFailed, type Failure } from "./build-problems.tsx";
import { BuildChip, buildTitle, isSkipped, stateWord } from "./build-state.tsx";
import { waitingText } from "./build-words.ts";
import type { LogAddress } from "./log/log-address.ts";
import { createLogView, type LogView } from "./log/log-view.ts";
import type { BuildProgress } from "./log/progress.ts";
import { useBuildStream } from "./log/use-build-stream.ts";
import { LogPanel } from "./log-panel.tsx";
import { PhaseBar } from "./phase-bar.tsx";

/** One build: where it stands, what it did, what it said; live until its end. */
export function BuildScreen({ project, build: id }: { project: string; build: number }) {
  const refresh = useRefresh();
  const { data: about } = useQuery(projectResource(project));
  const { data: build } = useQuery({
    ...buildResource(project, id),
    // Its place among those that wait changes without an event of its own.
    refetchInterval: (query) => (query.state.data?.details.waiting ? 3000 : false),
  });
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<LogView | null>(null);
  const [selected, setSelected] = useState<LogAddress | null>(null);

  useEffect(() => {
    if (!container.current) return;
    view.current = createLogView(container.current, setSelected);
    return () => view.current?.destroy();
  }, []);

  const onEvent = useCallback(
    (event: BuildEvent) => {
      view.current?.apply(event);
      // What changes right now is news to the header and the lists too; what is replayed is not.
      const news = event.kind === "state" && Date.now() - Date.parse(event.at) < 10_000;
      if (news) refresh(apiPaths.builds(project));
      if (event.kind === "end") refresh(apiPaths.project(project));
    },
    [refresh, project],
  );
  const progress = useBuildStream(project, id, onEvent);

  const { end, notices } = progress;
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    if (end?.state !== "finished" || end.success) return;
    const known = notices.some((notice) => notice.message_id === commandFailed);
    setFailure(view.current?.failure(!known) ?? null);
  }, [end, notices]);

  const [state, success] = standingOf(build, progress);
  const standing = { state, success, skipped: isSkipped(build?.details) };
  const word = stateWord(standing);
  const ended = success !== null;
  const started = progress.states.find((change) => change.state !== "triggered")?.at ?? null;

  const title = `${buildTitle(standing, id, project)} · Lectern`;
  // After every drawing: the title of the page as it was asked for may come in late.
  useEffect(() => {
    document.title = title;
  });

  if (!build) return null;
  return (
    <Screen
      title={`Build #${id}`}
      mark={<BuildChip {...standing} large />}
      description={<BuildFacts build={build} started={started} ended={ended} />}
      actions={<BuildActions build={build} code={state} ended={ended} about={about} />}
    >
      <p role="status" className="sr-only">
        {ended ? `Build ${id}: ${word}` : word}
      </p>
      <PhaseBar progress={progress} />
      {success && about && build.details.trigger === "import" && (
        <Callout tone="success" title="Your documentation is published">
          <DocsLink to={about.urls.documentation} level={about.privacy_level} className="break-all">
            {about.urls.documentation}
          </DocsLink>
        </Callout>
      )}
      {state === "triggered" && build.details.waiting && (
        <Callout title="Waiting">{waitingText(build.details.waiting)}</Callout>
      )}
      {progress.connection === "lost" && !end && (
        <Callout tone="warning" live>
          The connection to the live log was lost. Lectern reconnects by itself and goes on where it stopped.
        </Callout>
      )}
      <BuildProblems
        build={build}
        notices={notices}
        failed={ended && !success}
        failure={failure}
        onShow={(address) => view.current?.show(address)}
      />
      <div className="grid gap-5 min-[1440px]:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 min-[1440px]:col-start-2 min-[1440px]:row-start-1">
          <BuildAside build={build} />
        </div>
        <div className="min-w-0 min-[1440px]:row-start-1">
          <LogPanel
            container={container}
            view={view}
            live={!ended}
            waiting={state === "triggered"}
            complete={end !== null}
            raw={apiPaths.buildLog(project, id)}
            selected={selected}
          />
        </div>
      </div>
      <noscript>
        <p>The live log needs JavaScript. Reload this page to see the state of the build.</p>
      </noscript>
    </Screen>
  );
}

/** State and success: of a build that has ended as the API says, else as the stream has it so far. */
function standingOf(build: WholeBuild | undefined, { end, states }: BuildProgress): [string, boolean | null] {
  if (build && build.success !== null) return [build.state.code, build.success];
  if (end) return [end.state, end.success];
  return [states.at(-1)?.state ?? build?.state.code ?? "triggered", null];
}
