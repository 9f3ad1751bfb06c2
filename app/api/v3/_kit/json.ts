type Layout = { indent: number; sorted: boolean };

/** A list or object between its brackets, one line each where there is an indent. */
function wrap(brackets: "[]" | "{}", parts: readonly string[], indent: number, margin: string): string {
  const [open, close] = brackets;
  if (parts.length === 0) return brackets;
  if (indent === 0) return open + parts.join(",") + close;
  const inner = `\n${margin}${" ".repeat(indent)}`;
  return `${open}${inner}${parts.join(`,${inner}`)}\n${margin}${close}`;
}

/** Own keys in alphabetical order at every level (spec/api-v3.md 1.2). An object cannot be sorted: keys such as `10` come first. */
function writeSorted(value: unknown, indent: number, margin: string): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = margin + " ".repeat(indent);
  if (Array.isArray(value)) {
    return wrap(
      "[]",
      value.map((item) => writeSorted(item, indent, deeper) ?? "null"),
      indent,
      margin,
    );
  }
  const parts = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const child = writeSorted(Reflect.get(value, key), indent, deeper);
      return child === undefined ? [] : [`${JSON.stringify(key)}:${indent === 0 ? "" : " "}${child}`];
    });
  return wrap("{}", parts, indent, margin);
}

/** JSON text of an answer: compact unless `indent` is above zero, raw UTF-8. Values are plain data. */
export function serialise(value: unknown, { sorted, indent }: Layout): string {
  return (sorted ? writeSorted(value, indent, "") : JSON.stringify(value, null, indent)) ?? "null";
}
