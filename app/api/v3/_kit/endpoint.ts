import { z } from "zod";
import type { Actor } from "#lib/access/schema.ts";
import { env } from "#lib/platform/env.ts";
import { forbidden, invalid } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import type { Found, PageJson, PageRequest } from "#lib/platform/wire/page.ts";
import { type BodyFields, readBody, readBytes } from "./body.ts";
import { converse, type Exchange, type RouteContext } from "./exchange.ts";
import { type ExpandTree, type Expansion, expansionOf, readSelection, select } from "./fields.ts";
import type { Gate } from "./gates.ts";
import { answerOnce, idempotencyKey } from "./idempotency.ts";
import { safe } from "./identify.ts";
import type { Params } from "./negotiate.ts";
import { envelope, readPage } from "./paging.ts";
import { fieldErrors } from "./problem.ts";
import { requireMatch, type Tagged } from "./tags.ts";
import { type Budget, throttle } from "./throttle.ts";

const nothing = z.object({});

/** What `run` gets besides what its gate opened. */
export type Input<Query, Body> = {
  actor: Actor;
  params: Params;
  query: Query;
  body: Body;
  /** The part of a list that was asked for. */
  page: PageRequest;
  expand: Expansion;
  /** Whether a field of the answer, or of the rows of a list, was not left out. */
  keeps(field: string): boolean;
  /** The same where the answer has a body, so that the caller is told the field. */
  tells(field: string): boolean;
  /** The caller sent If-Match, which fits: a command must check once more, in its transaction, that nothing changed since. */
  unchanged: boolean;
  request: Request;
  /** The address the client used, with its own host. */
  url: URL;
  /** Wraps what a list query found into the list envelope. */
  list<Row, Json>(found: Found<Row>, present: (row: Row) => Json | Promise<Json>): Promise<PageJson<Json>>;
};

/** What an endpoint says about itself; read by the wrapper, the authorisation matrix and the OpenAPI document. */
export type Declaration = {
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Bodies besides objects and forms, with the field of `body` each stands for. */
  bodyFields?: BodyFields;
  /** The answer's schema; null for an answer without a body. */
  response: z.ZodType | null;
  /** 200 unless said otherwise, 204 where `response` is null. */
  status?: number;
  /** Answers other than the usual one and errors, by status, for the OpenAPI document. */
  also?: Readonly<Record<number, z.ZodType>>;
  expand?: ExpandTree;
  /** `given` keeps the keys in the order of `run`'s answer instead of the alphabet's. */
  keys?: "sorted" | "given";
  /** Media types besides JSON. A `run` that answers with one of them returns a Response. */
  types?: readonly string[];
  /** The budget its requests count against; the caller's own unless said otherwise. */
  budget?: Budget;
  /** Scripts of any origin may read its answers. */
  cors?: boolean;
};

export type Spec = Declaration & { gate: Gate<object>; tag?: unknown };
export type Handler = {
  (request: Request, context?: RouteContext, allow?: readonly string[]): Promise<Response>;
  spec: Spec;
};

/** An answer with a status other than the declared one. */
export class Reply<T> {
  readonly reply = true;
  readonly status: number;
  readonly body: T;
  constructor(status: number, body: T) {
    this.status = status;
    this.body = body;
  }
}

export const isPaged = (schema: z.ZodType | null): boolean =>
  schema instanceof z.ZodObject && "results" in schema.shape && "next" in schema.shape;

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalid(fieldErrors(parsed.error.issues));
}

/** Refuses a write with a token made for reading. */
export function refuseReader(actor: Actor, method: string): void {
  if (actor.kind === "token" && actor.scope === "read" && !safe(method)) {
    throw forbidden("This token may only read.");
  }
}

/** An answer that breaks its own schema is a mistake of ours: loud while developing, logged where people wait for it. */
function check(spec: Declaration, body: unknown): unknown {
  const checked = spec.response?.safeParse(body);
  if (!checked || checked.success) return checked ? checked.data : body;
  if (env.NODE_ENV !== "production") throw checked.error;
  log.error({ issues: checked.error.issues, summary: spec.summary }, "answer does not match its schema");
  return body;
}

/**
 * Declares one method of a route. Fixed order (spec/api-v3.md 1.4, decision 6): negotiate, identify, gate, throttle, parse,
 * run, check the answer, serialise. `run` throws what `lib` throws; it never builds error answers.
 */
export function endpoint<
  Context extends object,
  Query extends z.ZodType = typeof nothing,
  Body extends z.ZodType = typeof nothing,
  Answer extends z.ZodType | null = null,
>(
  spec: Declaration & {
    gate: Gate<Context>;
    query?: Query;
    body?: Body;
    response: Answer;
    /** The row whose version is the entity tag; a write with another one in If-Match is refused with 412. */
    tag?: (context: Context) => Tagged;
    run: (
      input: Omit<Input<z.output<Query>, z.output<Body>>, keyof Context> & Context,
    ) => Answer extends z.ZodType
      ? Promise<z.input<Answer> | Reply<unknown> | Response>
      : Promise<void> | Promise<Reply<unknown> | Response | undefined>;
  },
): Handler {
  async function work(exchange: Exchange): Promise<Response> {
    const { request, actor, params, headers } = exchange;
    const context = await spec.gate.open(actor, params);
    refuseReader(actor, request.method);
    throttle(actor, headers, spec.budget);

    const key = idempotencyKey(request);
    if (key === null) return answer(exchange, context);
    const bytes = await readBytes(request);
    return answerOnce(exchange, key, bytes, () => answer(exchange, context, bytes));
  }

  async function answer(exchange: Exchange, context: Context, bytes?: Buffer): Promise<Response> {
    const { request, actor, params, headers, url } = exchange;
    const entity = spec.tag?.(context);
    requireMatch(request, entity);
    const selection = readSelection(exchange.query, spec.expand ?? {}, isPaged(spec.response));
    const query = parse(spec.query ?? nothing, Object.fromEntries(exchange.query)) as z.output<Query>;
    const body = parse(
      spec.body ?? nothing,
      spec.body ? await readBody(request, spec.body, bytes, spec.bodyFields) : {},
    ) as z.output<Body>;

    const input: Input<z.output<Query>, z.output<Body>> = {
      actor,
      params,
      query,
      body,
      page: readPage(exchange.query),
      expand: expansionOf(selection),
      keeps: selection.keeps,
      tells: (field) => request.method !== "HEAD" && selection.keeps(field),
      unchanged: request.headers.has("if-match"),
      request,
      url,
      list: (found, present) => envelope(url, found, present),
    };
    const result = await spec.run({ ...input, ...context });
    if (result instanceof Response) {
      for (const [name, value] of headers) if (!result.headers.has(name)) result.headers.set(name, value);
      return result;
    }
    const layout = { sorted: spec.keys !== "given" };
    if (result instanceof Reply) return exchange.json(result.status, result.body, layout);
    if (spec.response === null) return exchange.json(spec.status ?? 204, undefined);
    const whole = check(spec, result) as Record<string, unknown>;
    const shown = isPaged(spec.response)
      ? { ...whole, results: select(whole.results, selection) }
      : select(whole, selection);
    return exchange.json(spec.status ?? 200, shown, { ...layout, entity });
  }
  const types = ["application/json", ...(spec.types ?? [])];
  const handler = (request: Request, context?: RouteContext, allow: readonly string[] = []) =>
    converse(request, context, { allow, types, cors: spec.cors ?? false }, work);
  return Object.assign(handler, { spec: spec as unknown as Spec });
}
