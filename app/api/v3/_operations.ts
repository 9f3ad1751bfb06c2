import { z } from "zod";
import { servedDocument } from "#app/api/v3/_document.ts";

/** One request a person can try: what the form of the root needs to know. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  group: string;
  inPath: string[];
  inQuery: string[];
  /** A body to begin with, or null where none is read. */
  body: string | null;
  /** The names of the fields its body may hold. */
  mayHold: string[];
};

const methods = ["get", "post", "put", "patch", "delete"] as const;

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(schema).optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
  }),
);
type Schema = {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  enum?: unknown[] | undefined;
  anyOf?: Schema[] | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
};

const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.object({ content: z.object({ "application/json": z.object({ schema }) }) }).optional(),
});
const parameter = z.object({ name: z.string(), in: z.string() });
const reference = z.object({ $ref: z.string() });

const document = z.object({
  paths: z.record(z.string(), z.partialRecord(z.enum(methods), operation)),
  components: z.object({
    schemas: z.record(z.string(), schema),
    parameters: z.record(z.string(), parameter).default({}),
  }),
});
type Named = z.infer<typeof document>["components"];

const nameOf = (ref: string): string => ref.split("/").at(-1) ?? "";

const resolved = (shape: Schema, named: Named): Schema =>
  (shape.$ref === undefined ? undefined : named.schemas[nameOf(shape.$ref)]) ?? shape;

/** A value to begin with: the fields that must be given, empty. */
function exampleOf(shape: Schema, named: Named): unknown {
  const target = resolved(shape, named);
  if (target !== shape) return exampleOf(target, named);
  if (shape.enum) return shape.enum[0];
  const [alternative] = shape.anyOf ?? [];
  if (alternative) return exampleOf(alternative, named);
  const type = [shape.type].flat()[0];
  if (type === "object") {
    const required = Object.entries(shape.properties ?? {}).filter(([name]) =>
      shape.required?.includes(name),
    );
    return Object.fromEntries(required.map(([name, child]) => [name, exampleOf(child, named)]));
  }
  return { array: [], integer: 0, number: 0, boolean: false }[type ?? ""] ?? "";
}

function parameterOf(given: unknown, named: Named): z.infer<typeof parameter>[] {
  const { success, data } = reference.safeParse(given);
  const found = success ? named.parameters[nameOf(data.$ref)] : parameter.parse(given);
  return found ? [found] : [];
}

/** What can be asked, in the order of the document. */
export function listOperations(): Operation[] {
  const { paths, components } = document.parse(servedDocument());
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const found = item[method];
      if (!found) return [];
      const parameters = found.parameters.flatMap((given) => parameterOf(given, components));
      const placed = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name);
      const body = found.requestBody?.content["application/json"].schema;
      return {
        id: found.operationId,
        method: method.toUpperCase(),
        path,
        summary: found.summary,
        group: found.tags[0] ?? "",
        inPath: placed("path"),
        // There is one format, and the form asks for it.
        inQuery: placed("query").filter((name) => name !== "format"),
        body: body ? JSON.stringify(exampleOf(body, components), null, 2) : null,
        mayHold: Object.keys(body ? (resolved(body, components).properties ?? {}) : {}),
      };
    }),
  );
}
