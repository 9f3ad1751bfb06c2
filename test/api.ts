import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Spec } from "#app/api/v3/_kit/endpoint.ts";

/** The API as its clients see it, without a server: a request goes to the exported handler of the route its path names. */
export type ApiAnswer = {
  status: number;
  headers: Headers;
  body: Json;
  text: string;
};
/** Any JSON: tests look into answers by name. */
export type Json = ReturnType<typeof JSON.parse>;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";
type Exported = ((
  request: Request,
  context: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>) & { spec?: Spec };
type RouteModule = Readonly<Record<string, Exported | undefined>>;
export type Route = { path: string; file: string; load: () => Promise<RouteModule> };

const root = join(import.meta.dirname, "../app");

/** Every route below /api/v3, by its path with `[name]` parameters. */
export const routes: readonly Route[] = readdirSync(join(root, "api/v3"), {
  recursive: true,
  encoding: "utf8",
})
  .filter((file) => file === "route.ts" || file.endsWith("/route.ts"))
  .map((file) => ({
    path: `/api/v3/${file.slice(0, -"route.ts".length)}`,
    file: `app/api/v3/${file}`,
    load: () => import(join(root, "api/v3", file)) as Promise<RouteModule>,
  }))
  .sort((a, b) => a.path.localeCompare(b.path));

type Found = { route: Route; params: Record<string, string | string[]> };

/** Literal segments win over parameters, parameters over the rest of a path, as in Next. */
function find(pathname: string): Found {
  const segments = pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const rank = (name: string) => (name.startsWith("[...") ? 2 : name.startsWith("[") ? 1 : 0);
  const matches = routes.flatMap((route) => {
    const names = route.path.split("/").filter(Boolean);
    const params: Record<string, string | string[]> = {};
    for (const [index, name] of names.entries()) {
      const value = segments[index];
      if (name.startsWith("[...")) {
        params[name.slice(4, -1)] = segments.slice(index);
        return [{ route, params, ranks: names.map(rank).join("") }];
      }
      if (value === undefined) return [];
      if (name.startsWith("[")) params[name.slice(1, -1)] = value;
      else if (name !== value) return [];
    }
    return names.length === segments.length ? [{ route, params, ranks: names.map(rank).join("") }] : [];
  });
  const [best] = matches.sort((a, b) => (a.ranks < b.ranks ? -1 : 1));
  if (!best) throw new Error(`No route serves ${pathname}.`);
  return best;
}

/** Sends a Request to its handler. */
export async function send(request: Request): Promise<Response> {
  const { route, params } = find(new URL(request.url).pathname);
  const handler = (await route.load())[request.method];
  if (!handler) throw new Error(`${route.file} does not export ${request.method}.`);
  return handler(request, { params: Promise.resolve(params) });
}

type Caller = { token?: string; cookie?: string };

async function call(
  caller: Caller,
  method: Method,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  const url = path.startsWith("http") ? path : `http://localhost:3000/api/v3${path}`;
  const given = new Headers({ host: "localhost:3000", ...headers });
  if (caller.token !== undefined) given.set("authorization", `Token ${caller.token}`);
  if (caller.cookie !== undefined) {
    given.set("cookie", caller.cookie);
    if (!given.has("sec-fetch-site")) given.set("sec-fetch-site", "same-origin");
  }
  const raw = typeof body === "string" || body instanceof FormData || body instanceof URLSearchParams;
  if (body !== undefined && !raw) given.set("content-type", "application/json");
  const request = new Request(url, {
    method,
    headers: given,
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  });
  const response = await send(request);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== "" ? (JSON.parse(text) as Json) : null,
  };
}

/** A client of the API: a visitor, or whoever the token or the cookie belongs to. */
export const api = (caller: Caller = {}) => ({
  get: (path: string, headers?: Record<string, string>) => call(caller, "GET", path, undefined, headers),
  head: (path: string, headers?: Record<string, string>) => call(caller, "HEAD", path, undefined, headers),
  options: (path: string) => call(caller, "OPTIONS", path),
  post: (path: string, body?: unknown, headers?: Record<string, string>) =>
    call(caller, "POST", path, body, headers),
  put: (path: string, body?: unknown, headers?: Record<string, string>) =>
    call(caller, "PUT", path, body, headers),
  patch: (path: string, body?: unknown, headers?: Record<string, string>) =>
    call(caller, "PATCH", path, body, headers),
  delete: (path: string, headers?: Record<string, string>) =>
    call(caller, "DELETE", path, undefined, headers),
});
