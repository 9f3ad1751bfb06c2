import { isPaged } from "./endpoint.ts";
import type { ExpandTree } from "./fields.ts";
import type { Operation } from "./openapi.ts";
import type { Components, JsonObject } from "./openapi-components.ts";

const text = { type: "string" };
const id = { type: "integer", minimum: 0, maximum: 2 ** 31 - 1 };
/** Anything but a slash or a dot: behind a dot stands a format (spec/api-v3.md 1.1). */
const slug = { type: "string", pattern: "^[^/.]+$" };
const dotted = { type: "string", pattern: "^[^/]+$" };
const dotless = { type: "string", pattern: "^[^./]+(/[^./]+)*$" };

/** Every name in brackets that a route's folder may have, with the folder above where one name means several things. */
const inPath: Readonly<Record<string, { schema: JsonObject; description: string }>> = {
  project: { schema: slug, description: "Slug of a project." },
  version: { schema: dotted, description: "Slug of a version; it may hold dots." },
  build: { schema: id, description: "Id of a build." },
  notification: { schema: id, description: "Id of a notification." },
  known: { schema: slug, description: "Id of a pinned host." },
  token: { schema: id, description: "Id of an API token." },
  session: { schema: { type: "string", pattern: "^[0-9a-f-]+$" }, description: "Id of a session." },
  email: { schema: id, description: "Id of an e-mail address." },
  passkey: { schema: id, description: "Id of a passkey." },
  organization: { schema: slug, description: "Slug of an organization." },
  team: { schema: slug, description: "Slug of a team." },
  "invitations.token": { schema: slug, description: "The secret of an invitation's link." },
  invitation: { schema: id, description: "Id of an invitation." },
  username: { schema: dotted, description: "Name of an account; it may hold dots." },
  job: { schema: { type: "string", pattern: "^[0-9a-f-]+$" }, description: "Id of a job." },
  redirect: { schema: id, description: "Id of a redirect." },
  share: { schema: id, description: "Id of a share." },
  recipient: { schema: id, description: "Id of a share's recipient." },
  request: { schema: id, description: "Id of a request for more time." },
  domain: { schema: id, description: "Id of a domain." },
  variable: { schema: id, description: "Id of an environment variable." },
  alias: { schema: dotless, description: "Alias of a subproject; it may hold slashes." },
};

const list = (items: JsonObject) => ({
  style: "form",
  explode: false,
  schema: { type: "array", items },
});

/** Parameters that many operations have, by the name operations refer to. */
const shared = {
  Format: {
    name: "format",
    in: "query",
    description: "Answers are JSON with or without it; any other format is 404.",
    schema: { enum: ["json"] },
  },
  Limit: {
    name: "limit",
    in: "query",
    description: "How many items of the list to answer; what is not a number above zero counts as 10.",
    schema: { type: "integer", minimum: 1, maximum: 10_000, default: 10 },
  },
  Offset: {
    name: "offset",
    in: "query",
    description: "How many items of the list to leave out.",
    schema: { type: "integer", minimum: 0, maximum: 2 ** 31 - 1, default: 0 },
  },
  Fields: {
    name: "fields",
    in: "query",
    description:
      "Only these fields, separated by commas; dots lead into expanded ones. Fields left out are missing from the answer, also those its schema requires.",
    ...list(text),
  },
  Omit: {
    name: "omit",
    in: "query",
    description: "Without these fields, separated by commas; also without those the schema requires.",
    ...list(text),
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description: "The ETag of what you saw. If it was changed since, nothing happens and the answer is 412.",
    schema: text,
    example: '"17-3.qj0TnUu5NLsp"',
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The ETag of what you have. If nothing changed since, the answer is 304 without a body.",
    schema: text,
    example: '"17-3.qj0TnUu5NLsp"',
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "A text of your own, new for each thing to do. Within 24 hours the same request is not done twice.",
    schema: { type: "string", pattern: "^[ -~]{1,255}$" },
    example: "4f6c1d8e-import-pip",
  },
} as const satisfies Record<string, JsonObject>;

const refer = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` });
/** The keys in the table above of the names in a path. */
const keysIn = (path: string): string[] =>
  [...path.matchAll(/([^/]+)\/\[(?:\.\.\.)?([^\]]+)\]/g)].map(([, folder = "", name = ""]) =>
    `${folder}.${name}` in inPath ? `${folder}.${name}` : name,
  );

const expandable = (tree: ExpandTree): string[] =>
  Object.entries(tree).flatMap(([name, { expand }]) => [
    name,
    ...expandable(expand ?? {}).map((inner) => `${name}.${inner}`),
  ]);

function filtersOf({ spec }: Operation, components: Components): JsonObject[] {
  if (!spec.query) return [];
  const { properties = {}, required = [] } = components.add(spec.query, "input") as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    ...(required.includes(name) && { required: true }),
    ...(description !== undefined && { description }),
    schema,
  }));
}

/** What an operation takes besides its body. */
export function parametersOf(operation: Operation, components: Components): JsonObject[] {
  const { path, method, spec } = operation;
  const names = expandable(spec.expand ?? {});
  const filters = filtersOf(operation, components);
  // The search counts pages of results instead.
  const numbered = filters.some(({ name }) => name === "page");
  const expand = {
    name: "expand",
    in: "query",
    description: "Add these to the answer, separated by commas; unknown ones are ignored.",
    ...list({ enum: names }),
  };
  return [
    ...keysIn(path).map(refer),
    ...filters,
    ...(isPaged(spec.response) && !numbered ? [refer("Limit"), refer("Offset")] : []),
    ...(spec.response ? [refer("Fields"), refer("Omit")] : []),
    ...(names.length > 0 ? [expand] : []),
    refer("Format"),
    ...(spec.tag !== undefined ? [refer(method === "GET" ? "IfNoneMatch" : "IfMatch")] : []),
    ...(method === "POST" ? [refer("IdempotencyKey")] : []),
  ];
}

/** The parameters that the given operations refer to. */
export function sharedParameters(operations: readonly Operation[]): JsonObject {
  const keys = [...new Set(operations.flatMap(({ path }) => keysIn(path)))].sort();
  const named = keys.map((key) => {
    const known = inPath[key];
    if (!known) throw new Error(`Say what [${key}] is in app/api/v3/_kit/openapi-parameters.ts.`);
    return [key, { name: key.split(".").at(-1), in: "path", required: true, ...known }];
  });
  return { ...Object.fromEntries(named), ...shared };
}
