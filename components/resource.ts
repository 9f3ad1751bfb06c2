import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, type QueryValues } from "./api-client.ts";

/**
 * One answer of the API as a cache entry: its key is its address, so the server can fill the cache and a command can refresh
 * everything below an address.
 */
export function resource<T>(path: string, query: QueryValues = {}) {
  return queryOptions({ queryKey: [path, query] as const, queryFn: () => api.get<T>(path, query) });
}
export type Resource<T> = ReturnType<typeof resource<T>>;

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
