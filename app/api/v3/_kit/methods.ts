import type { Actor } from "#lib/access/schema.ts";
import { isProblem } from "#lib/platform/errors.ts";
import { preflightAnswer } from "./cors.ts";
import { type Handler, refuseReader, type Spec } from "./endpoint.ts";
import { converse, type RouteContext } from "./exchange.ts";
import { anyone, type Gate } from "./gates.ts";
import { safe } from "./identify.ts";
import { describeBody, type FieldInfo } from "./metadata.ts";
import type { Params } from "./negotiate.ts";
import { methodNotAllowed } from "./problem.ts";
import { throttle } from "./throttle.ts";

const declarable = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Declarable = (typeof declarable)[number];
export const httpMethods = [...declarable, "HEAD", "OPTIONS"] as const;
type Answering = (request: Request, context: RouteContext) => Promise<Response>;
type Exported = Answering & { spec?: Spec };
type Methods = Partial<Record<Declarable, Handler>>;

const conversation = (allow: readonly string[]) => ({ allow, types: ["application/json"] });

/** A method the route does not have: 405 for those who may use the route, else what its gate says (spec/api-v3.md 1.4). */
function absent(gate: Gate<object>, allow: readonly string[], reading: Spec | undefined): Answering {
  return (request, context) =>
    converse(
      request,
      context,
      { ...conversation(allow), cors: reading?.cors ?? false },
      async ({ actor, params, headers }) => {
        await gate.open(actor, params);
        throttle(actor, headers, reading?.budget);
        throw methodNotAllowed(request.method);
      },
    );
}

/** The bodies the caller may send here: fields by method. */
async function actionsFor(
  methods: Methods,
  actor: Actor,
  params: Params,
): Promise<Record<string, Record<string, FieldInfo>>> {
  const actions: Record<string, Record<string, FieldInfo>> = {};
  for (const method of ["POST", "PUT", "PATCH"] as const) {
    const spec = methods[method]?.spec;
    if (!spec?.body) continue;
    try {
      await spec.gate.open(actor, params);
      refuseReader(actor, method);
      actions[method] = describeBody(spec.body);
    } catch (error) {
      if (!isProblem(error)) throw error;
    }
  }
  return actions;
}

/** OPTIONS describes the route to whoever may read it, and what they may send to who may write. */
function describe(methods: Methods, allow: readonly string[], reading: Gate<object>): Answering {
  const first = methods.GET ?? Object.values(methods)[0];
  const cors = methods.GET?.spec.cors ?? false;
  const answer: Answering = (request, context) =>
    converse(request, context, { ...conversation(allow), cors }, async ({ actor, params, headers, json }) => {
      await reading.open(actor, params);
      throttle(actor, headers, methods.GET?.spec.budget);
      const actions = await actionsFor(methods, actor, params);
      return json(200, {
        name: first?.spec.summary ?? "",
        description: allow
          .flatMap((method) => declarable.filter((known) => known === method))
          .map((method) => `${method}: ${methods[method]?.spec.summary ?? ""}`)
          .join("\n"),
        renders: ["application/json", ...(methods.GET?.spec.types ?? [])],
        parses: ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"],
        ...(Object.keys(actions).length > 0 && { actions }),
      });
    });
  return async (request, context) => (cors && preflightAnswer(request)) || answer(request, context);
}

/**
 * All methods of one route, to be exported as they are:
 * `export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: endpoint(…) })`.
 * Writes the route does not have are refused by `otherwise`, or by the gate of a write it has, or by the gate of its GET. `reading`
 * stands in for the gate of a GET the route does not have: anyone may know that there is none.
 */
export function methods(
  declared: Methods,
  options: { otherwise?: Gate<object>; reading?: Gate<object> } = {},
): Record<(typeof httpMethods)[number], Exported> {
  const allow: string[] = declarable.filter((method) => declared[method]);
  if (declared.GET) allow.push("HEAD");
  allow.push("OPTIONS");
  const write = declared.POST ?? declared.PUT ?? declared.PATCH ?? declared.DELETE;
  const gate = options.otherwise ?? write?.spec.gate ?? declared.GET?.spec.gate ?? anyone;

  const reading = declared.GET?.spec.gate ?? options.reading ?? anyone;

  const bind = (handler: Handler): Exported =>
    Object.assign((request: Request, context: RouteContext) => handler(request, context, allow), {
      spec: handler.spec,
    });
  const pick = (method: Declarable): Exported => {
    const handler = declared[method];
    return handler ? bind(handler) : absent(safe(method) ? reading : gate, allow, declared.GET?.spec);
  };
  const GET = pick("GET");
  return {
    GET,
    POST: pick("POST"),
    PUT: pick("PUT"),
    PATCH: pick("PATCH"),
    DELETE: pick("DELETE"),
    OPTIONS: describe(declared, allow, reading),
    HEAD: async (request, context) => {
      const { status, headers, body } = await GET(request, context);
      await body?.cancel();
      return new Response(null, { status, headers });
    },
  };
}
