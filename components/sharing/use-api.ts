import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";
import type { ShareRef } from "./api.ts";

const item = "/api/v3/projects/{project}/sharing/{share}/";
export const fewRows = 20;
export type UseSpan = "30" | "90";
export type ShareSession = Schema<"ShareSession">;
export type ShareAccess = Schema<"ShareAccess">;

export const shareUseResource = ({ project, share }: ShareRef, days: UseSpan) =>
  resource(`${item}uses/`, { project, share }, { days });
export const sessionsResource = ({ project, share }: ShareRef) =>
  resource(`${item}sessions/`, { project, share }, { state: "open", limit: fewRows });
export const accessesResource = ({ project, share }: ShareRef) =>
  resource(`${item}accesses/`, { project, share }, { limit: fewRows });

export function useEndSession({ project, share }: ShareRef) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (session: string) => api.delete(`${item}sessions/{session}/`, { project, share, session }),
    onSuccess: () => refresh(apiPaths.share(project, share)),
  });
}

/** What versions and paths a share reaches, or one of its recipients; found by deciding as for a reader. */
export const testShare = ({ project, share }: ShareRef, recipient: number | undefined) =>
  api.get(`${item}test/`, { project, share }, { recipient });
