import { isPaged } from "./endpoint.ts";
import type { Operation } from "./openapi.ts";
import type { Components, JsonObject } from "./openapi-components.ts";

const text = { type: "string" };
const schemaRef = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const headerRef = (name: string): JsonObject => ({ $ref: `#/components/headers/${name}` });
const json = (schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  "application/json": { schema, ...more },
});

/** Bodies of refusals (spec/api-v3.md 1.7). */
export const refusalSchemas: JsonObject = {
  Detail: {
    description: "One sentence; with a code where a program can do something about it.",
    type: "object",
    properties: { detail: text, code: { const: "identity_unconfirmed" } },
    required: ["detail"],
    additionalProperties: false,
  },
  FieldErrors: {
    description:
      "Messages by field, nested like the input; `non_field_errors` holds those of no single field.",
    type: "object",
    additionalProperties: { anyOf: [{ type: "array", items: text }, schemaRef("FieldErrors")] },
  },
  Findings: {
    description: "What is wrong with values that are each right by themselves.",
    type: "array",
    items: text,
  },
};

export const answerHeaders: JsonObject = {
  ETag: {
    description:
      "Names this answer: send it as If-Match to change only what you saw, as If-None-Match to load only what is new.",
    required: true,
    schema: text,
    example: '"17-3.qj0TnUu5NLsp"',
  },
  IdempotencyReplayed: {
    description: "The request was done before; this is the answer it got then.",
    schema: { enum: ["true"] },
  },
  RateLimit: {
    description: "What is left of the budget of a minute: `r` requests, fresh ones in `t` seconds.",
    required: true,
    schema: text,
    example: '"token";r=597;t=1',
  },
  RateLimitPolicy: {
    description: "The budget that counts for you: `q` requests in `w` seconds.",
    required: true,
    schema: text,
    example: '"token";q=600;w=60',
  },
  RequestId: { description: "Tell it when asking for help.", required: true, schema: text },
  RetryAfter: {
    description: "In how many seconds to try again.",
    required: true,
    schema: { type: "integer" },
  },
  WWWAuthenticate: { description: "How to log in.", required: true, schema: { const: "Token" } },
};

const requestId = { "X-Request-Id": headerRef("RequestId") };
const budget = { RateLimit: headerRef("RateLimit"), "RateLimit-Policy": headerRef("RateLimitPolicy") };

type Refusal = { status: number; description: string; example: string; headers?: JsonObject };
const refusals = {
  Unauthorized: {
    status: 401,
    description: "Nobody is logged in, or the token is not a valid one.",
    example: "Authentication credentials were not provided.",
    headers: { "WWW-Authenticate": headerRef("WWWAuthenticate") },
  },
  Forbidden: {
    status: 403,
    description: "You may see it, not do this; or the request came from a page of another site.",
    example: "You do not have permission to perform this action.",
  },
  NotFound: {
    status: 404,
    description: "There is no such thing, or you may not know of it.",
    example: "No Project matches the given query.",
  },
  NotAcceptable: {
    status: 406,
    description: "The Accept header allows nothing that there is.",
    example: "Could not satisfy the request Accept header.",
  },
  Conflict: {
    status: 409,
    description: "As things stand this cannot be done.",
    example: "The build has not ended yet.",
  },
  PreconditionFailed: {
    status: 412,
    description: "It is no longer what If-Match says. Nothing was changed.",
    example: "It was changed in the meantime. Load it again.",
  },
  TooLarge: {
    status: 413,
    description: "The body is larger than what is read.",
    example: "The request body may have at most 1048576 bytes.",
  },
  UnsupportedMediaType: {
    status: 415,
    description: "The body is neither JSON nor a form.",
    example: 'Unsupported media type "text/plain" in request.',
  },
  KeyReused: {
    status: 422,
    description: "The Idempotency-Key was sent before, with another request.",
    example: "This Idempotency-Key was used for another request: POST /api/v3/projects/.",
  },
  Throttled: {
    status: 429,
    description: "Too many requests.",
    example: "Request was throttled. Expected available in 42 seconds.",
    headers: { "Retry-After": headerRef("RetryAfter"), ...budget },
  },
} as const satisfies Record<string, Refusal>;

export const sharedResponses: JsonObject = {
  // Refused before anything of the API has seen the request, so without its headers.
  TooLong: {
    description: "The address, with its query, and the headers are longer than what is read.",
    content: json(schemaRef("Detail"), {
      example: { detail: "The address and headers of the request are too long." },
    }),
  },
  NotModified: {
    description: "You have it already: it is what If-None-Match names. There is no body.",
    headers: { ...requestId, ...budget, ETag: headerRef("ETag") },
  },
  BadRequest: {
    description: "The request cannot be read, or values in it are not right.",
    headers: requestId,
    content: json(
      { anyOf: [schemaRef("Detail"), schemaRef("FieldErrors"), schemaRef("Findings")] },
      {
        examples: {
          fields: { value: { repository: { url: ["Invalid scheme for URL"] } } },
          together: { value: { non_field_errors: ["Invalid data. Expected a dictionary, but got list."] } },
          late: { value: ["Recursive expansion found"] },
          unreadable: { value: { detail: "JSON parse error - Unexpected end of JSON input" } },
        },
      },
    ),
  },
  ...Object.fromEntries(
    Object.entries<Refusal>(refusals).map(([name, { description, example, headers }]) => [
      name,
      {
        description,
        headers: { ...requestId, ...headers },
        content: json(schemaRef("Detail"), { example: { detail: example } }),
      },
    ]),
  ),
};

/** Who may do without an account: everybody, or readers of what a public project shows. */
export const isOpen = ({ spec }: Operation): boolean =>
  /^(anyone|(project|version|build|subproject)(:\w+)*:(view|filtered))$/.test(spec.gate.name);

function refusalsOf(operation: Operation): (keyof typeof refusals)[] {
  const { method, spec } = operation;
  const reads = method === "GET";
  return [
    "Unauthorized",
    ...(reads && (isOpen(operation) || spec.gate.name.endsWith("signed-in")) ? [] : ["Forbidden" as const]),
    "NotFound",
    "NotAcceptable",
    ...(reads ? [] : ["Conflict" as const]),
    ...(!reads && spec.tag !== undefined ? ["PreconditionFailed" as const] : []),
    // With an Idempotency-Key the body is read whether it is used or not.
    ...(spec.body || method === "POST" ? ["TooLarge" as const] : []),
    ...(spec.body ? ["UnsupportedMediaType" as const] : []),
    ...(method === "POST" ? ["KeyReused" as const] : []),
    ...(spec.budget === "none" ? [] : ["Throttled" as const]),
  ];
}

/** Types that are an endpoint's only one, whatever it could say in JSON. */
const streams = ["text/event-stream", "text/plain"];

/** Before OpenAPI 3.2 the schema of an event stream is that of each event. */
const eventOf = (data: JsonObject): JsonObject => ({
  type: "object",
  properties: {
    id: text,
    event: text,
    data: { type: "string", contentMediaType: "application/json", contentSchema: data },
  },
  required: ["data"],
});

function contentOf({ spec }: Operation, components: Components): JsonObject {
  if (!spec.response) return {};
  const schema = isPaged(spec.response)
    ? components.addPage(spec.response)
    : components.add(spec.response, "output");
  const stream = spec.types?.find((type) => streams.includes(type));
  if (stream) return { [stream]: { schema: stream === "text/event-stream" ? eventOf(schema) : text } };
  const other = Object.fromEntries((spec.types ?? []).map((type) => [type, { schema: text }]));
  return { ...json(schema), ...other };
}

/** Every status an operation can answer with, besides 5xx. */
export function responsesOf(operation: Operation, components: Components): JsonObject {
  const { method, spec } = operation;
  const content = contentOf(operation, components);
  const hasTag = spec.tag !== undefined && method === "GET";
  const also = Object.entries(spec.also ?? {}).map(([status, schema]) => {
    const own = components.add(schema, "output");
    const anyOf = [own, schemaRef("Detail"), schemaRef("FieldErrors"), schemaRef("Findings")];
    return [
      status,
      {
        description: "Refused, with an answer of its own kind.",
        headers: requestId,
        content: json(Number(status) >= 400 ? { anyOf } : own),
      },
    ];
  });
  return {
    [spec.status ?? (spec.response ? 200 : 204)]: {
      description: spec.response ? "Done." : "Done. There is no body.",
      headers: {
        ...requestId,
        ...(spec.budget !== "none" && budget),
        ...(hasTag && { ETag: headerRef("ETag") }),
        ...(method === "POST" && { "Idempotency-Replayed": headerRef("IdempotencyReplayed") }),
      },
      ...(spec.response && { content }),
    },
    ...(hasTag && { 304: { $ref: "#/components/responses/NotModified" } }),
    400: { $ref: "#/components/responses/BadRequest" },
    ...Object.fromEntries(
      refusalsOf(operation).map((name) => [
        refusals[name].status,
        { $ref: `#/components/responses/${name}` },
      ]),
    ),
    431: { $ref: "#/components/responses/TooLong" },
    ...Object.fromEntries(also),
  };
}
