"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, ExternalLink, RotateCcw } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import { type ProjectWithRights, projectResource } from "#components/projects/api.ts";
import { Screen } from "#components/shell/screen.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Elapsed, Time } from "#components/ui/time.tsx";
import { durationText } from "#components/ui/time-text.ts";
import { versionResource } from "#components/versions/api.ts";
import type { BuildEvent } from "#lib/builds/runs/schema.ts";
import type { BuildJson } from "#lib/builds/schema.ts";
import { apiPaths, paths } from "#lib/paths.ts";
import { buildResource, useCancelBuild, useStartBuild } from "./api.ts";
import { BuildProblems, type Failure } from "./build-problems.tsx";
import { BuildChip, stateWord } from "./build-state.tsx";
import { createLogView, type LogView } from "./log/log-view.ts";
import { useBuildStream } from "./log/use-build-stream.ts";
import { LogPanel } from "./log-panel.tsx";
import { PhaseBar } from "./phase-bar.tsx";

const tabMarks: Readonly<Record<string, string>> = { Passed: "✓", Failed: "✗", Cancelled: "⊘", Queued: "◷" };

/** One build: where it stands, what it did, what it said; live until its end. */
export function BuildScreen({ project, build: id }: { project: string; build: number }) {
  const client = useQueryClient();
  const { data: about } = useQuery(projectResource(project));
  const { data: build } = useQuery(buildResource(project, id));
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<LogView | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    if (!container.current) return;
    view.current = createLogView(container.current);
    return () => view.current?.destroy();
  }, []);

  const onEvent = useCallback(
    (event: BuildEvent) => {
      view.current?.apply(event);
      // What changes right now is news to the header and the lists too; what is replayed is not.
      const news = event.kind === "state" && Date.now() - Date.parse(event.at) < 10_000;
      if (news) client.invalidateQueries({ queryKey: [apiPaths.builds(project)] });
      if (event.kind !== "end") return;
      if (!event.success) setFailure(view.current?.failure() ?? null);
      const under = apiPaths.project(project);
      client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(under) });
    },
    [client, project],
  );
  const progress = useBuildStream(project, id, onEvent);

  const code = progress.end?.state ?? progress.states.at(-1)?.state ?? build?.state.code ?? "triggered";
  const success = progress.end?.success ?? build?.success ?? null;
  const word = stateWord(code, success);
  const ended = success !== null;

  useEffect(() => {
    document.title = `${tabMarks[word] ?? "◐"} ${word} · #${id} · ${project} · Lectern`;
  }, [word, id, project]);

  if (!build) return null;
  return (
    <Screen
      title={`Build #${id}`}
      mark={<BuildChip state={code} success={success} large />}
      description={<Facts project={project} build={build} ended={ended} />}
      actions={<Actions project={project} build={build} code={code} ended={ended} about={about} />}
    >
      <p role="status" className="sr-only">
        {ended ? `Build ${id}: ${word}` : word}
      </p>
      <PhaseBar progress={progress} />
      {progress.connection === "lost" && !progress.end && (
        <Callout tone="warning" live>
          The connection to the live log was lost. Lectern reconnects by itself and goes on where it stopped.
        </Callout>
      )}
      <BuildProblems
        build={id}
        project={project}
        commit={build.commit}
        notices={progress.notices}
        fallback={ended && !success ? build.error : ""}
        failure={failure}
        onShow={(address) => view.current?.show(address)}
      />
      <LogPanel container={container} view={view} live={!ended} />
      <noscript>
        <p>The live log needs JavaScript. Reload this page to see the state of the build.</p>
      </noscript>
    </Screen>
  );
}

function Facts({ project, build, ended }: { project: string; build: BuildJson; ended: boolean }) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      <span>
        Version{" "}
        {build.version ? (
          <Link className="link break-all" href={paths.version(project, build.version)}>
            {build.version}
          </Link>
        ) : (
          "deleted"
        )}
      </span>
      {build.commit && (
        <span>
          Commit <code title={build.commit}>{build.commit.slice(0, 8)}</code>
        </span>
      )}
      <span>
        Started <Time at={build.created} />
      </span>
      <span>
        {ended ? (
          build.duration !== null && `Took ${durationText(build.duration)}`
        ) : (
          <>
            Running for <Elapsed since={build.created} />
          </>
        )}
      </span>
    </span>
  );
}

function Actions({
  project,
  build,
  code,
  ended,
  about,
}: {
  project: string;
  build: BuildJson;
  code: string;
  ended: boolean;
  about: ProjectWithRights | undefined;
}) {
  const router = useRouter();
  const cancel = useCancelBuild(project, build.id);
  const again = useStartBuild(project);
  const { data: version } = useQuery({
    ...versionResource(project, build.version ?? ""),
    enabled: build.version !== null,
  });
  const mayChange = about?.permissions.admin ?? false;
  const refusal = cancel.error ?? again.error;
  return (
    <>
      {refusal && (
        <p role="alert" className="text-meta text-danger">
          {errorMessage(refusal)}
        </p>
      )}
      {build.success && version?.built && version.slug !== about?.default_version && (
        <a href={version.urls.documentation} className="link inline-flex items-center gap-1 px-2">
          View docs of {version.verbose_name}
          <ExternalLink className="size-3.5" aria-hidden="true" />
        </a>
      )}
      {mayChange && !ended && (
        <Button
          icon={Ban}
          pending={cancel.isPending || cancel.isSuccess}
          disabled={code === "uploading"}
          title={code === "uploading" ? "The site is being published; this takes a moment" : undefined}
          onClick={() => cancel.mutate()}
        >
          {cancel.isSuccess ? "Cancelling…" : "Cancel build"}
        </Button>
      )}
      {mayChange && ended && build.version !== null && (
        <Button
          icon={RotateCcw}
          pending={again.isPending}
          onClick={() =>
            again.mutate(build.version ?? "", {
              onSuccess: ({ build: next }) => router.push(paths.build(project, next.id)),
            })
          }
        >
          Build again
        </Button>
      )}
    </>
  );
}
