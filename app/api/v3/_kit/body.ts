import { z } from "zod";
import { invalid, Problem } from "#lib/platform/errors.ts";
import { pythonType } from "#lib/platform/wire/coerce.ts";

const LARGEST_BODY = 1024 * 1024;
const MOST_FORM_FIELDS = 1000;
/** Deeper than any body; what looks at a value may do so by recursion. */
const DEEPEST = 100;

/** The body of a request as it was sent. Refuses with 413. */
export async function readBytes(request: Request): Promise<Buffer> {
  const tooLarge = new Problem("too_large", `The request body may have at most ${LARGEST_BODY} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > LARGEST_BODY) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > LARGEST_BODY) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The fields that bodies which are no object stand for: a JSON list, or a text of another media type. */
export type BodyFields = { readonly list?: string; readonly [mediaType: string]: string | undefined };

function readJson(bytes: Buffer, list: string | undefined): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unreadable";
    throw new Problem("invalid", `JSON parse error - ${reason}`);
  }
  if (isDeeper(value, DEEPEST)) throw new Problem("invalid", "JSON parse error - it is nested too deeply.");
  if (Array.isArray(value) && list !== undefined) return { [list]: value };
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid({
      non_field_errors: [`Invalid data. Expected a dictionary, but got ${pythonType(value)}.`],
    });
  }
  return value as Record<string, unknown>;
}

function readText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Problem("invalid", "The body is not UTF-8 text.");
  }
}

/** Whether lists and objects of a parsed JSON value lie more than `levels` deep in each other. */
function isDeeper(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= levels && level.length > 0; depth += 1)
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  return level.length > 0;
}

const schemaType = (field: z.core.$ZodType): unknown =>
  z.toJSONSchema(field, { io: "input", unrepresentable: "any" }).type;

/** The values of a form by name; what has a dot in its name by what stands before it. Refuses with 400. */
function groupFields(form: FormData) {
  const own = new Map<string, string[]>();
  const nested = new Map<string, [name: string, value: unknown][]>();
  let fields = 0;
  for (const [key, value] of form) {
    fields += 1;
    if (fields > MOST_FORM_FIELDS) throw tooManyFields();
    const dot = key.indexOf(".");
    const name = key.slice(0, dot);
    if (dot > 0) nested.set(name, [...(nested.get(name) ?? []), [key.slice(dot + 1), value]]);
    else if (typeof value === "string") own.set(key, [...(own.get(key) ?? []), value]);
  }
  return { own, nested };
}

const tooManyFields = () => new Problem("invalid", `A form may have at most ${MOST_FORM_FIELDS} fields.`);

/** Whether an empty input of a form says nothing: the field may be missing, and is no text that could be empty. */
const isLeftOut = (field: z.ZodType, type: unknown): boolean =>
  type !== "string" && field.safeParse(undefined).success && !field.safeParse("").success;

/** Whether a list was written into a single input: nothing, or JSON. */
const isWhole = ([first = "", ...more]: readonly string[]): boolean =>
  more.length === 0 && (first === "" || first.startsWith("["));

/** A form as the object its schema expects: dots nest, list fields keep every value, others the last one. */
function readForm(form: FormData, schema: z.ZodType, unchecked: boolean): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  if (!(schema instanceof z.ZodObject)) return result;
  const { own, nested } = groupFields(form);
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const values = own.get(name) ?? [];
    const below = nested.get(name);
    const type = schemaType(field);
    const last = values.at(-1);
    if (last !== undefined && !(last === "" && isLeftOut(field, type)))
      result[name] = type === "array" && !isWhole(values) ? values : last;
    else if (below) result[name] = Object.fromEntries(below);
    else if (unchecked && type === "boolean") result[name] = false;
    else if (unchecked && Array.isArray(type) && type.includes("boolean")) result[name] = null;
  }
  return result;
}

function hasMore(bytes: Buffer, character: string, most: number): boolean {
  let at = -1;
  for (let count = 0; count <= most; count += 1) {
    at = bytes.indexOf(character, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/**
 * The input of a request as a plain object, from JSON or a form. An empty body is `{}`. In a form sent with PUT a boolean that is
 * missing is false, as a check box is, or null where it may be (spec/api-v3.md 1.2). `fields` says what may be sent besides these.
 * Refuses with 400, 413 or 415.
 */
export async function readBody(
  request: Request,
  schema: z.ZodType,
  read?: Buffer,
  fields: BodyFields = {},
): Promise<Record<string, unknown>> {
  const bytes = read ?? (await readBytes(request));
  if (bytes.length === 0) return {};
  const written = request.headers.get("content-type") ?? "";
  const type = written.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "application/json") return readJson(bytes, fields.list);
  const field = type.includes("/") ? fields[type] : undefined;
  if (field !== undefined) return { [field]: readText(bytes) };
  if (type !== "application/x-www-form-urlencoded" && type !== "multipart/form-data") {
    throw new Problem("unsupported_media_type", `Unsupported media type "${written}" in request.`);
  }
  // Before they are parsed, which takes seconds for half a million.
  if (type !== "multipart/form-data" && hasMore(bytes, "&", MOST_FORM_FIELDS)) throw tooManyFields();
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": written } })
    .formData()
    .catch(() => {
      throw new Problem("invalid", "Form parse error - the body is not a readable form.");
    });
  return readForm(form, schema, request.method === "PUT");
}
