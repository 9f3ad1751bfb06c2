import type { JsonObject } from "./openapi-components.ts";

type Named = Readonly<Record<string, JsonObject>>;
type Document = {
  paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  components: Readonly<Record<string, Named>>;
  tags: readonly { name: string }[];
} & JsonObject;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isBusiness = (value: unknown): boolean => isObject(value) && value["x-edition"] === "business";

const dropBusiness = <T>(entries: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(entries).filter(([, value]) => !isBusiness(value));

/** Schemas without the properties that only the business edition reads. */
function withoutProperties(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProperties);
  if (!isObject(value)) return value;
  const { properties, required } = value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, withoutProperties(child)]),
  );
  if (!isObject(properties)) return copy;
  const kept = new Map(dropBusiness(properties));
  return {
    ...copy,
    properties: Object.fromEntries([...kept].map(([name, child]) => [name, withoutProperties(child)])),
    ...(Array.isArray(required) && { required: required.filter((name) => kept.has(name)) }),
  };
}

const references = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"#\/components\/([^"]+)"/g)].map(([, name = ""]) => name);

/** The components that the paths lead to. */
function reachable(paths: unknown, components: Readonly<Record<string, Named>>): Set<string> {
  const found = new Set(references(paths));
  for (const name of found) {
    const [kind = "", key = ""] = name.split("/");
    for (const inner of references(components[kind]?.[key] ?? {})) found.add(inner);
  }
  return found;
}

/** The document of the community edition: without what answers 404 or is ignored there. */
export function communityDocument(document: Document): JsonObject {
  const paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, operations]) => {
      const kept = dropBusiness(operations);
      return kept.length > 0 ? [[path, Object.fromEntries(kept)]] : [];
    }),
  );
  const stripped = withoutProperties(document.components) as Document["components"];
  const used = reachable(paths, stripped);
  const { securitySchemes = {}, ...kinds } = stripped;
  const components = Object.entries(kinds).map(([kind, named]) => [
    kind,
    Object.fromEntries(Object.entries(named).filter(([name]) => used.has(`${kind}/${name}`))),
  ]);
  const text = JSON.stringify(paths);
  return {
    ...document,
    tags: document.tags.filter(({ name }) => text.includes(`"tags":[${JSON.stringify(name)}]`)),
    paths,
    components: { securitySchemes, ...Object.fromEntries(components) },
  };
}
