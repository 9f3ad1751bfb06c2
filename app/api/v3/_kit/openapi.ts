import { z } from "zod";
import { isPaged, type Spec } from "./endpoint.ts";
import type { ExpandTree } from "./fields.ts";

export type Operation = { path: string; method: string; spec: Spec };
type JsonObject = { [key: string]: unknown };

const text = { type: "string" };

/** Collects named schemas while inlining nothing that has a name. */
class Components {
  readonly schemas: JsonObject = {};

  /** The JSON Schema of a zod schema; what it names moves to the components. */
  add(schema: z.ZodType, io: "input" | "output"): JsonObject {
    const wrapped = z.toJSONSchema(z.object({ it: schema }), {
      io,
      unrepresentable: "any",
      reused: "inline",
    });
    const moved = JSON.parse(
      JSON.stringify(wrapped).replaceAll('"#/$defs/', '"#/components/schemas/'),
    ) as JsonObject & { $defs?: JsonObject; properties: { it: JsonObject } };
    for (const [name, definition] of Object.entries(moved.$defs ?? {})) {
      const { id: _, ...rest } = definition as JsonObject;
      this.schemas[name] = rest;
    }
    return moved.properties.it;
  }
}

const expandable = (tree: ExpandTree): string[] =>
  Object.entries(tree).flatMap(([name, { expand }]) => [
    name,
    ...expandable(expand ?? {}).map((inner) => `${name}.${inner}`),
  ]);

const parameter = (name: string, schema: JsonObject, description?: string) => ({
  name,
  in: "query",
  schema,
  ...(description && { description }),
});

function parametersOf({ path, spec }: Operation, components: Components): JsonObject[] {
  const inPath = [...path.matchAll(/\[([^\]]+)\]/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: text,
  }));
  const query = spec.query
    ? (components.add(spec.query, "input") as { properties?: Record<string, JsonObject> })
    : {};
  const filters = Object.entries(query.properties ?? {}).map(([name, schema]) => parameter(name, schema));
  const paged = isPaged(spec.response)
    ? [
        parameter("limit", { type: "integer", default: 10 }, "How many items of the list to answer."),
        parameter("offset", { type: "integer", default: 0 }, "How many items of the list to leave out."),
      ]
    : [];
  const names = expandable(spec.expand ?? {});
  const selection = spec.response
    ? [
        parameter("fields", text, "Only these fields, separated by commas."),
        parameter("omit", text, "Without these fields, separated by commas."),
        ...(names.length > 0 ? [parameter("expand", text, `Add any of ${names.join(", ")}.`)] : []),
      ]
    : [];
  return [...inPath, ...filters, ...paged, ...(spec.gate.name === "nowhere" ? [] : selection)];
}

const jsonContent = (schema: JsonObject) => ({ "application/json": { schema } });

function responsesOf({ spec }: Operation, components: Components): JsonObject {
  const usual = spec.status ?? (spec.response ? 200 : 204);
  const also = Object.entries(spec.also ?? {}).map(([status, schema]) => [
    status,
    { description: "An answer of its own kind.", content: jsonContent(components.add(schema, "output")) },
  ]);
  const other = Object.fromEntries((spec.types ?? []).map((type) => [type, { schema: text }]));
  return {
    [usual]: spec.response
      ? {
          description: spec.summary,
          content: { ...jsonContent(components.add(spec.response, "output")), ...other },
        }
      : { description: `${spec.summary}. No body.` },
    ...Object.fromEntries(also),
    "4XX": { $ref: "#/components/responses/Refusal" },
  };
}

const operationId = ({ path, method }: Operation): string =>
  [method.toLowerCase(), ...path.split("/").slice(3).filter(Boolean)]
    .map((part) => part.replace(/[^a-z0-9]+/gi, "_").replace(/^_|_$/g, ""))
    .join("_");

/** The OpenAPI 3.1 document of the declared operations. Its text depends on the declarations only. */
export function describeApi(operations: readonly Operation[]): JsonObject {
  const components = new Components();
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const { path, method, spec } = operation;
    const address = path.replace(/\[([^\]]+)\]/g, "{$1}");
    const body = spec.body && components.add(spec.body, "input");
    const parameters = parametersOf(operation, components);
    (paths[address] ??= {})[method.toLowerCase()] = {
      operationId: operationId(operation),
      summary: spec.summary,
      tags: [path.split("/")[3] || "root"],
      "x-gate": spec.gate.name,
      ...(spec.gate.name === "anyone" && { security: [] }),
      ...(parameters.length > 0 && { parameters }),
      ...(body && {
        requestBody: {
          content: { ...jsonContent(body), "application/x-www-form-urlencoded": { schema: body } },
        },
      }),
      responses: responsesOf(operation, components),
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Lectern API", version: "3" },
    security: [{ token: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: "Authorization", description: "Token <key>" },
        session: { type: "apiKey", in: "cookie", name: "lectern-session" },
      },
      responses: {
        Refusal: {
          description: "The request was refused.",
          content: jsonContent({ $ref: "#/components/schemas/Refusal" }),
        },
      },
      schemas: {
        Refusal: {
          description: "One sentence, or messages by field, or late findings as a list.",
          anyOf: [
            { type: "object", properties: { detail: text }, required: ["detail"] },
            { type: "object", additionalProperties: true },
            { type: "array", items: text },
          ],
        },
        ...components.schemas,
      },
    },
  };
}
