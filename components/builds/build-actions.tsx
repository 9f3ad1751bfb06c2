"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, Eraser, RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { errorMessage } from "#components/api-client.ts";
import type { ProjectWithRights } from "#components/projects/api.ts";
import { DocsLink } from "#components/projects/docs-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { versionResource } from "#components/versions/api.ts";
import { paths } from "#lib/paths.ts";
import { useCancelBuild, useRetryBuild, type WholeBuild } from "./api.ts";

/** What can be done with a build: read what it made, stop it, build it again. */
export function BuildActions({
  build,
  code,
  ended,
  about,
}: {
  build: WholeBuild;
  code: string;
  ended: boolean;
  about: ProjectWithRights | undefined;
}) {
  const { project, version: slug } = build;
  const { data: version } = useQuery({ ...versionResource(project, slug ?? ""), enabled: slug !== null });
  const mayChange = about?.permissions.admin ?? false;
  return (
    <>
      {build.success && version?.built && version.slug !== about?.default_version && (
        <DocsLink to={version.urls.documentation} level={version.privacy_level} className="px-2">
          View docs of {version.verbose_name}
        </DocsLink>
      )}
      {mayChange && !ended && <Cancel build={build} code={code} />}
      {mayChange && ended && slug !== null && <Again build={build} />}
    </>
  );
}

const Refusal = ({ error }: { error: unknown }) =>
  error ? (
    <p role="alert" className="max-w-[40ch] text-meta text-danger">
      {errorMessage(error)}
    </p>
  ) : null;

function Cancel({ build, code }: { build: WholeBuild; code: string }) {
  const cancel = useCancelBuild(build.project, build.id);
  const publishing = code === "uploading";
  return (
    <>
      <Refusal error={cancel.error} />
      {publishing && <p className="text-meta text-muted">Being published: too late to cancel</p>}
      <Button
        icon={Ban}
        pending={!publishing && (cancel.isPending || cancel.isSuccess)}
        disabled={publishing}
        onClick={() => cancel.mutate()}
      >
        {cancel.isSuccess && !publishing ? "Cancelling…" : "Cancel build"}
      </Button>
    </>
  );
}

function Again({ build }: { build: WholeBuild }) {
  const router = useRouter();
  const again = useRetryBuild(build.project, build.id);
  const busy = again.isPending || again.isSuccess;
  const start = (clean: boolean): void =>
    again.mutate(
      { clean },
      { onSuccess: ({ build: next }) => next && router.push(paths.build(build.project, next.id)) },
    );
  return (
    <>
      <Refusal error={again.error} />
      <Button
        look="ghost"
        icon={Eraser}
        pending={busy && again.variables?.clean === true}
        title="Forgets what earlier builds have downloaded and installed, then builds again"
        onClick={() => busy || start(true)}
      >
        Build without cache
      </Button>
      <Button
        icon={RotateCcw}
        pending={busy && again.variables?.clean === false}
        onClick={() => busy || start(false)}
      >
        Build again
      </Button>
    </>
  );
}
