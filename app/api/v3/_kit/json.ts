type Layout = { indent: number; sorted: boolean };

/** A list or object between its brackets, a line for each part. */
function wrap(brackets: "[]" | "{}", parts: readonly string[], indent: number, margin: string): string {
  const [open, close] = brackets;
  if (parts.length === 0) return brackets;
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
      return child === undefined ? [] : [`${JSON.stringify(key)}: ${child}`];
    });
  return wrap("{}", parts, indent, margin);
}

/** The same without indent, as nearly every answer is written: in half the time. */
function writeCompact(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  let text = "";
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === "" ? "" : ","}${writeCompact(item) ?? "null"}`;
    return `[${text}]`;
  }
  for (const key of Object.keys(value).sort()) {
    const child = writeCompact(Reflect.get(value, key));
    if (child !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${child}`;
  }
  return `{${text}}`;
}

/** JSON text of an answer: compact unless `indent` is above zero, raw UTF-8. Values are plain data. */
export function serialise(value: unknown, { sorted, indent }: Layout): string {
  if (!sorted) return JSON.stringify(value, null, indent) ?? "null";
  return (indent === 0 ? writeCompact(value) : writeSorted(value, indent, "")) ?? "null";
}
