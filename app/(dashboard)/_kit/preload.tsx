import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache, type ReactNode } from "react";
import { type QueryValues, withQuery } from "#components/api-client.ts";
import type { Resource } from "#components/resource.ts";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

type Route = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** Headers of the page's request that say who asks and from where. */
async function readerHeaders(): Promise<Headers> {
  const given = new Headers(await headers());
  for (const name of ["authorization", "if-match", "content-type", "content-length"]) given.delete(name);
  given.set("accept", "application/json");
  return given;
}

/** Asks a route of the API inside this process, as the person looking; each address once per page. Null for what is not there. */
const askRoute = cache(async (route: Route, address: string, params: string): Promise<unknown> => {
  const request = new Request(new URL(address, env.DASHBOARD_URL), { headers: await readerHeaders() });
  const response = await route(request, { params: Promise.resolve(JSON.parse(params)) });
  if (response.ok) return response.json();
  if (response.status === 404) return null;
  if (response.status === 401) redirect(paths.login());
  if (response.status === 403) forbidden();
  if (response.status < 500) notFound();
  throw new Error(`${address} answered ${response.status}`);
});

/**
 * The answers a page needs for its first paint, collected for the browser's cache: the same addresses, routes and checks as any
 * other client of the API.
 */
export class Preload {
  readonly #client = new QueryClient();

  /** What the page is about: without it there is no page. */
  async get<T>(resource: Resource<T>, route: Route): Promise<NonNullable<T>> {
    return (await this.find(resource, route)) ?? notFound();
  }

  /** The same for what a page can do without. */
  async find<T>(resource: Resource<T>, route: Route): Promise<T | null> {
    const [path, query]: readonly [string, QueryValues] = resource.queryKey;
    const params = Object.fromEntries(
      Object.entries(resource.params).map(([name, value]) => [name, String(value)]),
    );
    const answer = (await askRoute(route, withQuery(path, query), JSON.stringify(params))) as T | null;
    if (answer !== null) this.#client.setQueryData<unknown>(resource.queryKey, answer);
    return answer;
  }

  /** Hands what was collected to the components inside. */
  around(children: ReactNode): ReactNode {
    return <HydrationBoundary state={dehydrate(this.#client)}>{children}</HydrationBoundary>;
  }
}
