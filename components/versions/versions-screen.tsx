"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { noticesResource, useDismissNotice } from "#components/projects/api.ts";
import { plainText } from "#components/projects/plain-text.ts";
import { useRefresh } from "#components/resource.ts";
import { Screen } from "#components/shell/screen.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { apiPaths } from "#lib/paths.ts";
import { startSync } from "./api.ts";

const askMs = 1_500;
/** A sync takes seconds; after this long no worker has taken it up. */
const patienceMs = 60_000;

/** The page around the list of versions. Project admins can have the repository looked at, and see how that ended. */
export function VersionsScreen({
  project,
  mayChange,
  children,
}: {
  project: string;
  mayChange: boolean;
  children: ReactNode;
}) {
  return mayChange ? (
    <WithSync project={project}>{children}</WithSync>
  ) : (
    <Screen title="Versions">{children}</Screen>
  );
}

function WithSync({ project, children }: { project: string; children: ReactNode }) {
  const refresh = useRefresh();
  const [since, setSince] = useState<number | null>(null);
  const [waited, setWaited] = useState(false);
  const { data, refetch } = useQuery({
    ...noticesResource(project),
    refetchInterval: since === null ? false : askMs,
  });
  const outcome = data?.results.find(({ message }) => /^project:(versions|repository):/.test(message.id));
  const start = useMutation({
    mutationFn: () => startSync(project),
    onSuccess: async () => {
      // Asking withdraws the last outcome, so the next one seen is this sync's.
      await refetch();
      setWaited(false);
      setSince(Date.now());
    },
  });
  const running = start.isPending || since !== null;

  useEffect(() => {
    if (since === null) return;
    if (outcome) {
      setSince(null);
      void refresh(apiPaths.versions(project));
      return;
    }
    const timer = setTimeout(
      () => {
        setSince(null);
        setWaited(true);
      },
      Math.max(0, since + patienceMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [since, outcome, project, refresh]);

  return (
    <Screen
      title="Versions"
      actions={
        <Button
          small
          icon={RefreshCw}
          data-command="Sync versions"
          pending={running}
          onClick={() => start.mutate()}
        >
          Sync versions
        </Button>
      }
    >
      {start.error && (
        <Callout tone="danger" live title="The sync could not start.">
          {errorMessage(start.error)}
        </Callout>
      )}
      {waited && !outcome && (
        <Callout tone="warning" live>
          No worker has taken the sync up yet. It runs as soon as one is free.
        </Callout>
      )}
      {!running && outcome && <Outcome project={project} outcome={outcome} />}
      {children}
    </Screen>
  );
}

function Outcome({ project, outcome }: { project: string; outcome: Schema<"Notification"> }) {
  const dismiss = useDismissNotice(project);
  const failed = outcome.message.type === "error";
  return (
    <Callout
      tone={failed ? "danger" : "info"}
      live
      title={plainText(outcome.message.header)}
      actions={
        <Button small look="ghost" pending={dismiss.isPending} onClick={() => dismiss.mutate(outcome.id)}>
          Dismiss
        </Button>
      }
    >
      {plainText(outcome.message.body)}
    </Callout>
  );
}
