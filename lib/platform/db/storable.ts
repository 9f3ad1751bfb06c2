/** Text as PostgreSQL can keep it: it knows neither NUL nor half a surrogate pair, in text as in jsonb. */
export const storableText = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** For `JSON.stringify`: the same for every string inside. */
export const storableStrings = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? storableText(value) : value;
