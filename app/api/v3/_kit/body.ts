import { z } from "zod";
import { invalid, Problem } from "#lib/platform/errors.ts";
import { pythonType } from "#lib/platform/wire/coerce.ts";

const LARGEST_BODY = 1024 * 1024;

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

function readJson(bytes: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unreadable";
    throw new Problem("invalid", `JSON parse error - ${reason}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid({
      non_field_errors: [`Invalid data. Expected a dictionary, but got ${pythonType(value)}.`],
    });
  }
  return value as Record<string, unknown>;
}

const schemaType = (field: z.core.$ZodType): unknown =>
  z.toJSONSchema(field, { io: "input", unrepresentable: "any" }).type;

/** A form as the object its schema expects: dots nest, list fields keep every value, others the last one. */
function readForm(form: FormData, schema: z.ZodType, unchecked: boolean): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  if (!(schema instanceof z.ZodObject)) return result;
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const values = form.getAll(name).filter((value) => typeof value === "string");
    const nested = [...form.entries()].filter(([key]) => key.startsWith(`${name}.`));
    const type = schemaType(field);
    if (values.length > 0) result[name] = type === "array" && values.length > 1 ? values : values.at(-1);
    else if (nested.length > 0)
      result[name] = Object.fromEntries(nested.map(([key, value]) => [key.slice(name.length + 1), value]));
    else if (unchecked && type === "boolean") result[name] = false;
    else if (unchecked && Array.isArray(type) && type.includes("boolean")) result[name] = null;
  }
  return result;
}

/**
 * The input of a request as a plain object, from JSON or a form. An empty body is `{}`. In a form sent with PUT a boolean that is
 * missing is false, as a check box is, or null where it may be (spec/api-v3.md 1.2). Refuses with 400, 413 or 415.
 */
export async function readBody(
  request: Request,
  schema: z.ZodType,
  read?: Buffer,
): Promise<Record<string, unknown>> {
  const bytes = read ?? (await readBytes(request));
  if (bytes.length === 0) return {};
  const written = request.headers.get("content-type") ?? "";
  const type = written.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "application/json") return readJson(bytes);
  if (type !== "application/x-www-form-urlencoded" && type !== "multipart/form-data") {
    throw new Problem("unsupported_media_type", `Unsupported media type "${written}" in request.`);
  }
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": written } })
    .formData()
    .catch(() => {
      throw new Problem("invalid", "Form parse error - the body is not a readable form.");
    });
  return readForm(form, schema, request.method === "PUT");
}
