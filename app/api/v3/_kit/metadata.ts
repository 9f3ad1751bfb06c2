import { z } from "zod";
import { env } from "#lib/platform/env.ts";

/** What OPTIONS tells about one field of a body (spec/api-v3.md 1.2), so that a form can be made of it. */
export type FieldInfo = {
  type: string;
  required: boolean;
  read_only: boolean;
  label: string;
  max_length?: number;
  min_value?: number;
  max_value?: number;
  choices?: { value: unknown; display_name: string }[];
  child?: FieldInfo;
  children?: Record<string, FieldInfo>;
};

type Shape = z.core.JSONSchema.JSONSchema;

const typeNames: Readonly<Record<string, string>> = {
  string: "string",
  integer: "integer",
  number: "float",
  boolean: "boolean",
  array: "list",
  object: "nested object",
};

const isShape = (shape: unknown): shape is Shape => typeof shape === "object" && shape !== null;

/** The schema behind a name, and without the null a field may also take. */
function plain(shape: Shape, named: Readonly<Record<string, Shape>>): Shape {
  const target = shape.$ref === undefined ? undefined : named[shape.$ref.replace("#/$defs/", "")];
  if (target) return plain(target, named);
  const { anyOf = [], ...rest } = shape;
  const [only, ...others] = anyOf.filter(isShape).filter(({ type }) => type !== "null");
  return only && others.length === 0 ? plain({ ...rest, ...only }, named) : shape;
}

function labelOf(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function describeField(
  name: string,
  given: Shape,
  required: boolean,
  named: Readonly<Record<string, Shape>>,
): FieldInfo {
  const shape = plain(given, named);
  const [type] = [shape.type].flat().filter((one) => one !== "null");
  const { items } = shape;
  return {
    type: shape.enum ? "choice" : (typeNames[type ?? ""] ?? "field"),
    required,
    read_only: false,
    label: labelOf(name),
    ...(shape.maxLength !== undefined && { max_length: shape.maxLength }),
    ...(shape.minimum !== undefined && { min_value: shape.minimum }),
    ...(shape.maximum !== undefined && { max_value: shape.maximum }),
    ...(shape.enum && { choices: shape.enum.map((value) => ({ value, display_name: String(value) })) }),
    ...(isShape(items) && !Array.isArray(items) && { child: describeField("", items, true, named) }),
    ...(shape.properties && { children: describeFields(shape, named) }),
  };
}

function describeFields(shape: Shape, named: Readonly<Record<string, Shape>>): Record<string, FieldInfo> {
  const fields = Object.entries(shape.properties ?? {}).filter(([, field]) => isShape(field));
  return Object.fromEntries(
    fields.flatMap(([name, field]) =>
      isShape(field) && (field["x-edition"] ?? env.EDITION) === env.EDITION
        ? [[name, describeField(name, field, shape.required?.includes(name) ?? false, named)]]
        : [],
    ),
  );
}

/** The fields a body may have, by name. */
export function describeBody(body: z.ZodType): Record<string, FieldInfo> {
  const shape = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  const named = Object.entries(shape.$defs ?? {}).filter(([, definition]) => isShape(definition));
  const definitions = Object.fromEntries(named);
  return describeFields(plain(shape, definitions), definitions);
}
