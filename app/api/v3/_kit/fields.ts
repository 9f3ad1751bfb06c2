import { invalid } from "#lib/platform/errors.ts";

/** What `expand` can add, by name. `map` marks an object from keys to the expanded thing rather than the thing itself. */
export type ExpandTree = { readonly [name: string]: { readonly map?: true; readonly expand?: ExpandTree } };

type Active = Map<string, { map: boolean; inner: Active }>;

/** What a request wants to see of an answer (spec/api-v3.md 1.9). */
export type Selection = {
  /** Nothing is left out, here or further inside. */
  whole: boolean;
  /** Whether a field of the answer is shown. */
  keeps(name: string): boolean;
  /** The fields that are expanded, and what is wanted of these. */
  active: ReadonlyMap<string, { readonly map: boolean; readonly inner: Selection }>;
};

/** Says whether a dotted path such as `active_versions.last_build` is wanted in the answer. */
export type Expansion = { has(path: string): boolean };

const wild = (name: string): boolean => name === "*" || name === "~all";

function valuesOf(query: URLSearchParams, name: string): string[] | null {
  const plain = query.getAll(name);
  const given = plain.length > 0 ? plain : query.getAll(`${name}[]`);
  if (given.length === 0) return null;
  const values = given.length === 1 ? (given[0] ?? "").split(",") : given;
  for (const value of values) {
    const path = value.split(".");
    if (new Set(path).size < path.length) throw invalid(["Recursive expansion found"]);
  }
  return values;
}

function activate(active: Active, path: readonly string[], tree: ExpandTree): void {
  const [head, ...rest] = path;
  if (head === undefined) return;
  for (const name of wild(head) ? Object.keys(tree) : [head]) {
    const known = Object.hasOwn(tree, name) ? tree[name] : undefined;
    if (!known) continue;
    const here = active.get(name) ?? { map: known.map === true, inner: new Map() };
    active.set(name, here);
    activate(here.inner, rest, known.expand ?? {});
  }
}

/** Every dotted path of a tree: what a list permits. */
function pathsOf(tree: ExpandTree): string[] {
  return Object.entries(tree).flatMap(([name, { expand }]) => [
    name,
    ...pathsOf(expand ?? {}).map((inner) => `${name}.${inner}`),
  ]);
}

/** Reads `fields`, `omit` and `expand`. On a list the requested paths must match permitted ones exactly. */
export function readSelection(query: URLSearchParams, tree: ExpandTree, list: boolean): Selection {
  const active: Active = new Map();
  const wanted = valuesOf(query, "expand") ?? [];
  const permitted = list ? pathsOf(tree) : wanted;
  const paths = list && wanted.some(wild) ? permitted : wanted.filter((path) => permitted.includes(path));
  for (const path of paths) activate(active, path.split("."), tree);
  return selectionOf(valuesOf(query, "fields"), valuesOf(query, "omit") ?? [], active);
}

/** Sets, because a request may name thousands of fields of thousands of rows. */
function selectionOf(fields: readonly string[] | null, omit: readonly string[], active: Active): Selection {
  const wanted =
    fields === null || fields.some(wild) ? null : new Set(fields.map((path) => path.split(".", 1)[0]));
  const dropped = new Set(omit);
  return {
    whole: wanted === null && omit.length === 0,
    keeps: (name) => !dropped.has(name) && (wanted === null || wanted.has(name)),
    active: new Map(
      [...active].map(([name, { map, inner }]) => {
        const paths = below(fields ?? [], name);
        return [name, { map, inner: selectionOf(paths.length > 0 ? paths : null, below(omit, name), inner) }];
      }),
    ),
  };
}

/** What `run` needs to load: an expansion that would be dropped again counts as not asked for. */
export function expansionOf(selection: Selection): Expansion {
  return {
    has(path) {
      const names = path.split(".");
      let level: Selection | undefined = selection;
      for (const name of names) level = level?.active.get(name)?.inner;
      return level !== undefined && selection.keeps(names[0] ?? "");
    },
  };
}

const below = (paths: readonly string[], name: string): string[] =>
  paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));

/** The parts of an answer that were asked for. Dotted paths reach into expanded children only. */
export function select(value: unknown, selection: Selection): unknown {
  if (selection.whole) return value;
  if (Array.isArray(value)) return value.map((item) => select(item, selection));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => selection.keeps(name));
  return Object.fromEntries(
    kept.map(([name, child]) => {
      const expanded = selection.active.get(name);
      if (!expanded) return [name, child];
      const { inner } = expanded;
      if (!expanded.map || typeof child !== "object" || child === null) return [name, select(child, inner)];
      return [
        name,
        Object.fromEntries(Object.entries(child).map(([key, item]) => [key, select(item, inner)])),
      ];
    }),
  );
}
