import { randomUUID } from "node:crypto";
import type { Actor } from "#lib/access/schema.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { allowOrigins } from "./cors.ts";
import { identify, safe } from "./identify.ts";
import { serialise } from "./json.ts";
import { negotiate, type Params } from "./negotiate.ts";
import { refusalOf } from "./problem.ts";
import { isKnown, type Tagged, tagOf } from "./tags.ts";

export type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };

/** One request on its way through the checks, and the headers its answer will carry. */
export type Exchange = {
  readonly request: Request;
  /** The address the client used, with its own host. */
  readonly url: URL;
  readonly params: Params;
  readonly query: URLSearchParams;
  readonly actor: Actor;
  readonly headers: Headers;
  json(status: number, body: unknown, layout?: AnswerLayout): Response;
};

/** `entity`: the row the answer to a read is tagged with. Keys are sorted unless told otherwise. */
type AnswerLayout = { sorted?: boolean; entity?: Tagged | undefined };

export type Conversation = {
  allow: readonly string[];
  types: readonly string[];
  /** Whether scripts of other origins may read the answer. */
  cors?: boolean;
};

/** The request's address with the host the client asked for; Next's own URL may name the machine instead. */
function addressOf(request: Request): URL {
  const given = new URL(request.url);
  const dashboard = new URL(env.DASHBOARD_URL);
  const host = request.headers.get("host") ?? dashboard.host;
  const base = `${dashboard.protocol}//${host}`;
  return new URL(given.pathname + given.search, URL.canParse(base) ? base : dashboard);
}

/** A path for records and logs: the link of an invitation is a secret. */
export const tellable = (path: string): string => path.replace(/^(\/api\/v3\/invitations\/)[^/]+/, "$1…");

function jsonResponse(
  request: Request,
  status: number,
  body: unknown,
  headers: Headers,
  { indent, sorted = true, entity }: AnswerLayout & { indent: number },
): Response {
  if (status === 204) return new Response(null, { status, headers });
  const text = serialise(body, { indent, sorted });
  if (entity && safe(request.method)) {
    const tag = tagOf(entity, text);
    headers.set("ETag", tag);
    if (isKnown(request, tag)) return new Response(null, { status: 304, headers });
  }
  headers.set("Content-Type", "application/json");
  headers.set("Content-Length", String(Buffer.byteLength(text)));
  return new Response(text, { status, headers });
}

/**
 * What every endpoint has in common: negotiate, identify, and turn whatever is thrown into its documented answer
 * (spec/api-v3.md 1.4). `work` does the rest.
 */
export async function converse(
  request: Request,
  context: RouteContext | undefined,
  { allow, types, cors = false }: Conversation,
  work: (exchange: Exchange) => Promise<Response>,
): Promise<Response> {
  const started = performance.now();
  const requestId = randomUUID();
  const headers = new Headers({
    Allow: allow.join(", "),
    "Cache-Control": "private, no-store",
    "Content-Language": "en",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  });
  let indent = 0;
  let vary = "Accept, Accept-Language";
  let response: Response;
  try {
    const negotiated = negotiate(request, (await context?.params) ?? {}, types);
    indent = negotiated.indent;
    const { actor, viaCookie } = await identify(request);
    if (viaCookie) vary += ", Cookie";
    headers.set("Vary", vary);
    response = await work({
      request,
      url: addressOf(request),
      params: negotiated.params,
      query: negotiated.query,
      actor,
      headers,
      json: (status, body, layout) => jsonResponse(request, status, body, headers, { indent, ...layout }),
    });
  } catch (error) {
    const refusal = refusalOf(error, requestId);
    for (const [name, value] of Object.entries(refusal.headers)) headers.set(name, value);
    headers.set("Vary", vary);
    response = jsonResponse(request, refusal.status, refusal.body, headers, { indent });
  }
  if (cors) allowOrigins(request, response.headers);
  const path = tellable(new URL(request.url).pathname);
  const milliseconds = Math.round(performance.now() - started);
  log.debug({ requestId, method: request.method, path, status: response.status, milliseconds }, "api");
  return response;
}
