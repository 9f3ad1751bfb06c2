import type { Pools } from "./fuzz-fixture.ts";

type Json = { [key: string]: unknown };
type Operation = Json & { parameters?: readonly Json[] };
export type Document = Json & { paths: Record<string, Record<string, Operation>> };

const selection = new Set(["#/components/parameters/Fields", "#/components/parameters/Omit"]);

const literals = (path: string): string[] =>
  path.split("/").filter((part) => part !== "" && !part.startsWith("{"));

/** The values for a name in a path, or null. */
function poolOf(pools: Pools, method: string, path: string, name: string): readonly unknown[] | null {
  const last = literals(path).at(-1) ?? "";
  const keys = [`${method} ${last}.${name}`, `${method} ${name}`, name];
  const found = keys.map((key) => pools[key]).find((pool) => pool !== undefined && pool.length > 0);
  return found ?? null;
}

/**
 * The document with the ids that exist as the only right ones, so that more than 404s are reached. Without `selection` nobody asks
 * for parts of answers, and they must hold all that their schemas require.
 */
export function narrowed(document: Document, pools: Pools, options: { selection: boolean }): Document {
  const paths = Object.entries(document.paths).flatMap(([path, operations]) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
    const kept = Object.entries(operations).filter(([method]) => !options.selection || method === "get");
    const narrow = ([method, operation]: [string, Operation]): [string, Operation] => {
      const pooled = names.flatMap((name) => {
        const pool = poolOf(pools, method.toUpperCase(), path, name);
        return pool ? [{ name, in: "path", required: true, schema: { enum: pool } }] : [];
      });
      const replaced = new Set(pooled.map(({ name }) => name));
      const others = (operation.parameters ?? []).filter(({ $ref }) => {
        const key = String($ref);
        return (
          !(key.split(/[/.]/).at(-1) ?? "").split(" ").some((name) => replaced.has(name)) &&
          (options.selection || !selection.has(key))
        );
      });
      return [method, { ...operation, parameters: [...pooled, ...others] }];
    };
    return kept.length > 0 ? [[path, Object.fromEntries(kept.map(narrow))]] : [];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** The document with answers of which any part may be missing, as `fields` and `omit` make them. */
export function withoutRequired(document: Document): Document {
  const loosened = JSON.parse(JSON.stringify(document.components), (key, value: unknown) =>
    key === "required" && Array.isArray(value) ? undefined : value,
  );
  return { ...document, components: loosened };
}
