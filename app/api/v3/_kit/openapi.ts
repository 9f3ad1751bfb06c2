import type { Spec } from "./endpoint.ts";
import { answerHeaders, isOpen, refusalSchemas, responsesOf, sharedResponses } from "./openapi-answers.ts";
import { Components, type JsonObject } from "./openapi-components.ts";
import { parametersOf, sharedParameters } from "./openapi-parameters.ts";

export type Operation = { path: string; method: string; spec: Spec };

/** By the part of an address that says what it is about; the last such part counts. */
const tags: Readonly<Record<string, { name: string; description: string }>> = {
  "": { name: "API", description: "Where the API begins, and what it looks like." },
  projects: { name: "Projects", description: "A repository and the documentation made of it." },
  versions: { name: "Versions", description: "Branches and tags of a project." },
  builds: { name: "Builds", description: "Making a version's documentation, and what came of it." },
  redirects: { name: "Redirects", description: "Where readers of old addresses are sent." },
  environmentvariables: { name: "Environment variables", description: "Values that builds get." },
  subprojects: { name: "Subprojects", description: "Projects shown below another one's address." },
  translations: { name: "Translations", description: "The same documentation in other languages." },
  notifications: { name: "Notifications", description: "What somebody should know or do." },
  organizations: { name: "Organizations", description: "Who owns projects together." },
  teams: { name: "Teams", description: "Members of an organization and what they may do." },
  invitations: { name: "Invitations", description: "Asking people into organizations and teams." },
  remote: { name: "Remote repositories", description: "Repositories of connected accounts." },
  embed: { name: "Embed", description: "Parts of pages for other pages." },
  search: { name: "Search", description: "Finding words in documentation." },
  "public-projects": { name: "Public", description: "What everybody may know." },
  account: { name: "Account", description: "Yourself: profile, tokens, sessions." },
};

const tagOf = (path: string): string => {
  const parts = ["", ...path.split("/").slice(3)].filter((part) => part in tags);
  return tags[parts.filter(Boolean).at(-1) ?? ""]?.name ?? "API";
};

const operationId = ({ path, method }: Operation): string =>
  [method.toLowerCase(), ...path.split("/").slice(3).filter(Boolean)]
    .map((part) => part.replace(/[^a-z0-9]+/gi, "_").replace(/^_|_$/g, ""))
    .join("_");

function securityOf(operation: Operation): JsonObject[] {
  if (operation.spec.gate.name === "session") return [{ session: [] }];
  const known = [{ token: [] }, { session: [] }];
  return isOpen(operation) ? [{}, ...known] : known;
}

function describe(operation: Operation, components: Components): JsonObject {
  const { path, spec } = operation;
  const body = spec.body && components.add(spec.body, "input");
  const required = body !== undefined && components.requires(body);
  const { list, ...texts } = spec.bodyFields ?? {};
  return {
    operationId: operationId(operation),
    summary: spec.summary,
    tags: [tagOf(path)],
    "x-gate": spec.gate.name,
    ...(spec.gate.edition && { "x-edition": spec.gate.edition }),
    security: securityOf(operation),
    parameters: parametersOf(operation, components),
    ...(body && {
      requestBody: {
        ...(required && { required }),
        content: {
          "application/json": {
            schema:
              list === undefined ? body : { anyOf: [body, { type: "array", items: { type: "object" } }] },
          },
          "application/x-www-form-urlencoded": { schema: body },
          "multipart/form-data": { schema: body },
          ...Object.fromEntries(Object.keys(texts).map((type) => [type, { schema: { type: "string" } }])),
        },
      },
    }),
    responses: responsesOf(operation, components),
  };
}

const sorted = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The OpenAPI 3.1 document of the declared operations. Its text depends on the declarations only. */
export function describeApi(operations: readonly Operation[]): JsonObject {
  const components = new Components();
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const address = operation.path.replace(/\[(?:\.\.\.)?([^\]]+)\]/g, "{$1}");
    (paths[address] ??= {})[operation.method.toLowerCase()] = describe(operation, components);
  }
  const used = new Set(operations.map(({ path }) => tagOf(path)));
  return {
    openapi: "3.1.0",
    info: {
      title: "Lectern API",
      version: "3",
      description:
        "Every address ends with a slash, every answer is JSON where nothing else is said. HEAD works wherever GET does; OPTIONS tells what an address can do; a method that it does not have is 405, or 401 and 403 for those who may do nothing there.",
      license: { name: "MIT", identifier: "MIT" },
    },
    security: [{ token: [] }, { session: [] }],
    tags: Object.values(tags).filter(({ name }) => used.has(name)),
    paths,
    components: {
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: "Authorization", description: "`Token <key>`" },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "lectern-session",
          description: "The dashboard's cookie. Writes with it must come from the dashboard's own pages.",
        },
      },
      headers: answerHeaders,
      parameters: sharedParameters(operations),
      responses: sharedResponses,
      schemas: sorted({ ...refusalSchemas, ...components.schemas }),
    },
  };
}
