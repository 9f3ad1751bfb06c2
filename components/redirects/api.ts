import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#components/api-client.ts";
import type { Page, Schema } from "#components/api-operations.ts";
import { useOnce } from "#components/once.ts";
import { resource, resourceWithout, useRefresh } from "#components/resource.ts";
import { apiPaths } from "#lib/paths.ts";
import { moved } from "./order.ts";

const list = "/api/v3/projects/{project}/redirects/";
const item = "/api/v3/projects/{project}/redirects/{redirect}/";

const unneeded = ["_links", "project", "created", "modified"] as const;
/** What the list and the form know of a redirect. */
export type Redirect = Omit<Schema<"Redirect">, (typeof unneeded)[number]>;
export type RedirectInput = Schema<"RedirectInput">;
export type RedirectTest = Schema<"RedirectTest">;
export type RedirectRef = { project: string; redirect: number };

/** A project has no more: all of them stand on one page. */
const mostOnPage = 500;

export const redirectsResource = (project: string) =>
  resourceWithout(list, { project }, unneeded, { limit: mostOnPage });
export const redirectResource = ({ project, redirect }: RedirectRef) => resource(item, { project, redirect });

/** What docs hosts make of some addresses now. It is asked again when a redirect changes. */
export const testResource = (project: string, urls: readonly string[]) => ({
  queryKey: [apiPaths.redirectsTest(project), urls] as const,
  queryFn: () => tryRedirects(project, { urls: [...urls] }),
  enabled: urls.length > 0,
  retry: false,
});

export const tryRedirects = (project: string, input: Schema<"RedirectTestInput">): Promise<RedirectTest> =>
  api.post(`${list}test/`, { project }, input);

export function useCreateRedirect(project: string) {
  const refresh = useRefresh();
  const once = useOnce();
  return useMutation({
    mutationFn: (input: RedirectInput) => api.postOnce(once(input))(list, { project }, input),
    onSuccess: () => refresh(apiPaths.redirects(project)),
  });
}

/** Adds again what was deleted, where it stood. */
export function useRestoreRedirect(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ type, from_url, to_url, ...kept }: Redirect) =>
      api.post(
        list,
        { project },
        {
          type,
          from_url: from_url ?? "",
          to_url: to_url ?? "",
          force: kept.force,
          enabled: kept.enabled,
          description: kept.description,
          http_status: kept.http_status,
          position: kept.position,
        },
      ),
    onSuccess: () => refresh(apiPaths.redirects(project)),
  });
}

/** Changes are sent one after the other: what is asked for later is what somebody wants in the end. */
const changesOf = (project: string) => ({ id: apiPaths.redirects(project) });

export function useDeleteRedirect(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (redirect: number) => api.delete(item, { project, redirect }),
    scope: changesOf(project),
    onSuccess: () => refresh(apiPaths.redirects(project)),
  });
}

/** A redirect as it is now, with its entity tag. */
export const fetchRedirect = ({ project, redirect }: RedirectRef) =>
  api.getTagged(item, { project, redirect });

/** Saves what still is as it was when `tag` was read. */
export function useSaveRedirect({ project, redirect }: RedirectRef) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ input, tag }: { input: RedirectInput; tag: string | null }) =>
      api.patchIf(tag)(item, { project, redirect }, input),
    onSuccess: () => refresh(apiPaths.redirects(project)),
  });
}

type Change = Schema<"RedirectChanges"> & { redirect: number };

/** What the list shows is changed at once, and back again when the server refuses. */
function useOptimistic(project: string, apply: (rows: Redirect[], change: Change) => Redirect[]) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const { queryKey } = redirectsResource(project);
  return useMutation({
    mutationFn: ({ redirect, ...changes }: Change) => api.patch(item, { project, redirect }, changes),
    scope: changesOf(project),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Page<Redirect>>(queryKey);
      if (before) client.setQueryData(queryKey, { ...before, results: apply(before.results, change) });
      return before;
    },
    onError: (_error, _change, before) => client.setQueryData(queryKey, before),
    onSettled: () => refresh(apiPaths.redirects(project)),
  });
}

export const useSwitchRedirect = (project: string) =>
  useOptimistic(project, (rows, { redirect, enabled = null }) =>
    rows.map((row) => (row.pk === redirect ? { ...row, enabled } : row)),
  );

export const useMoveRedirect = (project: string) =>
  useOptimistic(project, (rows, { redirect, position = 0 }) => {
    const from = rows.findIndex(({ pk }) => pk === redirect);
    return moved(rows, from, position);
  });

export type Import = Schema<"RedirectImport">;

export function useImportRedirects(project: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (input: Schema<"RedirectImportInput">) => api.post(`${list}import/`, { project }, input),
    onSuccess: ({ applied }) => (applied ? refresh(apiPaths.redirects(project)) : undefined),
  });
}
