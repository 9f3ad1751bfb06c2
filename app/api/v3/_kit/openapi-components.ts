import { z } from "zod";

export type JsonObject = { [key: string]: unknown };

/** Collects named schemas (`.meta({ id: "Redirect" })`), so that operations refer to them instead of repeating them. */
export class Components {
  readonly schemas: JsonObject = {};

  /** The JSON Schema of a zod schema: a reference if it has a name. Two schemas of one name must be the same. */
  add(schema: z.ZodType, io: "input" | "output"): JsonObject {
    const wrapped = z.toJSONSchema(z.object({ it: schema }), {
      io,
      unrepresentable: "any",
      reused: "inline",
    });
    const moved = JSON.parse(
      JSON.stringify(wrapped).replaceAll('"#/$defs/', '"#/components/schemas/'),
    ) as JsonObject & { $defs?: Record<string, JsonObject>; properties: { it: JsonObject } };
    for (const [name, { id: _, ...definition }] of Object.entries(moved.$defs ?? {})) {
      const known = this.schemas[name];
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) {
        throw new Error(`Two different schemas are named ${name} (.meta({ id })). Give one another name.`);
      }
      this.schemas[name] = definition;
    }
    return moved.properties.it;
  }

  /** Whether an object of this schema, or of the schema it refers to, must hold anything. */
  requires(schema: JsonObject): boolean {
    const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
    const found = (name ? this.schemas[name] : schema) as { required?: readonly string[] };
    return (found.required ?? []).length > 0;
  }

  /** A list's envelope, named after the items. */
  addPage(schema: z.ZodType): JsonObject {
    const page = this.add(schema, "output") as { properties?: { results?: { items?: JsonObject } } };
    const item = page.properties?.results?.items?.$ref;
    if (typeof item !== "string") return page;
    const name = `${item.split("/").at(-1)}Page`;
    this.schemas[name] = page;
    return { $ref: `#/components/schemas/${name}` };
  }
}
