import type { Pools } from "./fuzz-fixture.ts";

type Json = { [key: string]: unknown };
type Operation = Json & { parameters?: readonly Json[] };
export type Document = Json & { paths: Record<string, Record<string, Operation>> };

/** Parameters that many operations share, by the name of their component. */
export const selection = ["Fields", "Omit"];
export const conditions = ["IfMatch", "IdempotencyKey"];

const literals = (path: string): string[] =>
  path.split("/").filter((part) => part !== "" && !part.startsWith("{"));

/** The values for a name in a path, or null. */
function poolOf(pools: Pools, method: string, path: string, name: string): readonly unknown[] | null {
  const last = literals(path).at(-1) ?? "";
  const keys = [`${method} ${last}.${name}`, `${method} ${name}`, name];
  const found = keys.map((key) => pools[key]).find((pool) => pool !== undefined && pool.length > 0);
  return found ?? null;
}

const componentOf = ({ $ref }: Json): string => String($ref ?? "").replace("#/components/parameters/", "");

/** The document with the ids that exist as the only right ones, so that more than 404s are reached, and without some parameters. */
export function narrowed(document: Document, pools: Pools, leftOut: readonly string[]): Document {
  const narrow = (path: string, method: string, operation: Operation): Operation => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
    const pooled = names.flatMap((name) => {
      const pool = poolOf(pools, method.toUpperCase(), path, name);
      return pool ? [{ name, in: "path", required: true, schema: { enum: pool } }] : [];
    });
    const replaced = pooled.map(({ name }) => name);
    const others = (operation.parameters ?? []).filter((parameter) => {
      const component = componentOf(parameter);
      return !leftOut.includes(component) && !replaced.includes(component.split(".").at(-1) ?? "");
    });
    return { ...operation, parameters: [...pooled, ...others] };
  };
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [method, narrow(path, method, operation)]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Only what reads, with answers of which any part may be missing, as `fields` and `omit` make them. */
export function selected(document: Document): Document {
  const paths = Object.entries(document.paths).flatMap(([path, { get }]) => (get ? [[path, { get }]] : []));
  const components = JSON.parse(JSON.stringify(document.components), (key, value: unknown) =>
    key === "required" && Array.isArray(value) ? undefined : value,
  );
  return { ...document, paths: Object.fromEntries(paths), components };
}
