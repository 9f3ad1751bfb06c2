import { useMutation } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { resource, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";

export const usersPerPage = 50;
export const jobsPerPage = 20;
export type UsersFilter = { q?: string; active?: boolean; offset?: number };

export const workloadResource = () => resource("/api/v3/operator/workload/", {});
export const failedJobsResource = (offset = 0) =>
  resource("/api/v3/operator/failed-jobs/", {}, { limit: jobsPerPage, offset: offset || undefined });
export const usersResource = (filter: UsersFilter) =>
  resource("/api/v3/operator/users/", {}, { ...filter, limit: usersPerPage });
export const operatorSettingsResource = () => resource("/api/v3/operator/settings/", {});

export function useRetryJob() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (job: string) => api.post("/api/v3/operator/failed-jobs/{job}/retry/", { job }),
    onSettled: () => refresh(apiPaths.operatorFailedJobs(), apiPaths.operatorWorkload()),
  });
}

export function useSetActive() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ username, active }: { username: string; active: boolean }) =>
      api.patch("/api/v3/operator/users/{username}/", { username }, { active }),
    onSuccess: () => refresh(apiPaths.operatorUsers()),
  });
}

export function useSaveOperatorSettings() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (input: Schema<"OperatorSettingsInput">) =>
      api.patch("/api/v3/operator/settings/", {}, input),
    onSuccess: () => refresh(apiPaths.operatorSettings()),
  });
}
