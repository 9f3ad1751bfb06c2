type Layout = { indent: number; sorted: boolean };

/** A list or object between its brackets, with an indent a line for each part. */
function wrap(brackets: "[]" | "{}", parts: readonly string[], indent: number, margin: string): string {
  const [open, close] = brackets;
  if (parts.length === 0) return brackets;
  if (indent === 0) return `${open}${parts.join(",")}${close}`;
  const inner = `\n${margin}${" ".repeat(indent)}`;
  return `${open}${inner}${parts.join(`,${inner}`)}\n${margin}${close}`;
}

/** Piece by piece, for what no object can hold in the order of the alphabet: keys such as `10` come first in every one. */
function writeSorted(value: unknown, indent: number, margin: string): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = margin + " ".repeat(indent);
  if (Array.isArray(value)) {
    const items = value.map((item) => writeSorted(item, indent, deeper) ?? "null");
    return wrap("[]", items, indent, margin);
  }
  const colon = indent === 0 ? ":" : ": ";
  const parts = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const child = writeSorted(Reflect.get(value, key), indent, deeper);
      return child === undefined ? [] : [`${JSON.stringify(key)}${colon}${child}`];
    });
  return wrap("{}", parts, indent, margin);
}

/** Stands for an object that cannot be put in order. */
const unorderable = Symbol();

function isAscending(keys: readonly string[]): boolean {
  for (let at = 1; at < keys.length; at += 1) if ((keys[at - 1] ?? "") > (keys[at] ?? "")) return false;
  return true;
}

const isArray = (value: object): value is unknown[] => Array.isArray(value);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Whether the keys of all objects are in order. The largest answers are, by the order of their schemas, and are written as they are. */
function isInOrder(value: unknown): boolean {
  if (!isRecord(value)) return true;
  if (isArray(value)) return value.every(isInOrder);
  let last = "";
  // Without a list of its keys for each object: this looks at whole pages of rows (npm run bench -- api).
  for (const key in value) {
    if (key < last || !isInOrder(value[key])) return false;
    last = key;
  }
  return true;
}

/** The value with the keys of all its objects in order. What is in order already is not copied. */
function inOrder(value: unknown): unknown {
  if (!isRecord(value)) return value;
  if (isArray(value)) {
    const items = value.map(inOrder);
    if (items.includes(unorderable)) return unorderable;
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  const keys = Object.keys(value);
  const isOrdered = isAscending(keys);
  // Keys that are numbers come first in every object, and to give one this name is to change what it inherits.
  if ((!isOrdered && /^\d/.test(keys[0] ?? "")) || keys.includes("__proto__")) return unorderable;
  let copy: Record<string, unknown> | null = isOrdered ? null : {};
  for (const key of isOrdered ? keys : keys.sort()) {
    const given = value[key];
    const child = inOrder(given);
    if (child === unorderable) return unorderable;
    if (isOrdered && child === given) continue;
    copy ??= { ...value };
    copy[key] = child;
  }
  return copy ?? value;
}

/**
 * JSON text of an answer: compact unless `indent` is above zero, raw UTF-8, its own keys in the order of the alphabet at every level
 * where it is `sorted` (spec/api-v3.md 1.2). Values are plain data.
 */
export function serialise(value: unknown, { sorted, indent }: Layout): string {
  const ordered = sorted && !isInOrder(value) ? inOrder(value) : value;
  const text =
    ordered === unorderable ? writeSorted(value, indent, "") : JSON.stringify(ordered, null, indent);
  return text ?? "null";
}
