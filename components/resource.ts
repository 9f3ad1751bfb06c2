import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, filled, isApiError, type QueryValues } from "./api-client.ts";
import type { ExpandOf, ParamsOf, PathOf, PathValues, QueryOf, ReadOf, Without } from "./api-operations.ts";

/** A page asks for much when it comes to life. Each question has a task of its own, between which the browser can draw and listen. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function entry<T>(path: string, params: PathValues, query: QueryValues, ask: () => Promise<T>) {
  const options = queryOptions({
    queryKey: [filled(path, params), query] as const,
    queryFn: () => nextTask().then(ask),
  });
  return { ...options, params };
}
export type Resource<T> = ReturnType<typeof entry<T>>;

/**
 * One answer of the API as a cache entry: its key is its address, so the server can fill the cache and a command can refresh
 * everything below an address.
 */
export const resource = <P extends PathOf<"get">, Names extends ExpandOf<P> = never>(
  path: P,
  params: ParamsOf<P, "get">,
  query: QueryOf<P, Names> = {},
): Resource<ReadOf<P, Names>> => entry(path, params, query, () => api.get(path, params, query));

/** The same without some fields, for what must not stand in a page. */
export const resourceWithout = <P extends PathOf<"get">, Field extends string>(
  path: P,
  params: ParamsOf<P, "get">,
  omit: readonly Field[],
  query: QueryOf<P> = {},
): Resource<Without<ReadOf<P>, Field>> =>
  entry(path, params, { ...query, omit }, () => api.getWithout(path, params, omit, query));

/** The same for what may be absent: null then. */
export const optionalResource = <P extends PathOf<"get">>(
  path: P,
  params: ParamsOf<P, "get">,
): Resource<ReadOf<P> | null> =>
  entry(path, params, {}, () =>
    api.get(path, params).catch((error: unknown) => {
      if (isApiError(error) && error.status === 404) return null;
      throw error;
    }),
  );

/** Marks every cached answer at or below these addresses as old; those on screen are fetched again. */
export function useRefresh(): (...paths: string[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (...paths) => {
      await client.invalidateQueries({
        predicate: ({ queryKey: [address] }) =>
          typeof address === "string" && paths.some((path) => address.startsWith(path)),
      });
    },
    [client],
  );
}
