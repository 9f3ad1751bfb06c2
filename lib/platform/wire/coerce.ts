import { z } from "zod";

/**
 * Input fields with the coercions and messages of the wire contract (spec/api-v3.md 1.7). Each is required unless
 * `.optional()` or `.default(…)` follows, and refuses null unless `.nullable()` follows.
 */
type Refuse = (message: string) => void;

const REQUIRED = "This field is required.";
const NOT_NULL = "This field may not be null.";
const LARGEST_INTEGER = 2 ** 31 - 1;

function field<T>(read: (value: unknown, refuse: Refuse) => T | undefined, meta: Record<string, unknown>) {
  return z
    .unknown()
    .transform((value, ctx): T => {
      let refused = false;
      const refuse: Refuse = (message) => {
        refused = true;
        ctx.addIssue(message);
      };
      if (value === undefined) refuse(REQUIRED);
      else if (value === null) refuse(NOT_NULL);
      else {
        const result = read(value, refuse);
        if (!refused && result !== undefined) return result;
      }
      return z.NEVER;
    })
    .meta(meta);
}

/** What is wrong with the characters of a text that the database could not hold, or null. */
export function badCharacters(text: string): string | null {
  if (text.includes("\0")) return "Null characters are not allowed.";
  if (text.isWellFormed()) return null;
  const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(text);
  return `Surrogate characters are not allowed: U+${lone?.[0].charCodeAt(0).toString(16).toUpperCase()}.`;
}

/** A message unless the text is one line. */
export const oneLine = (text: string): string | null =>
  /\p{Cc}/u.test(text) ? "Line ends and control characters are not allowed." : null;

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}

/** A message unless the text is a day that exists, `YYYY-MM-DD`. */
export const dayRule = (day: string): string | null =>
  isDay(day) ? null : "Date has wrong format. Use one of these formats instead: YYYY-MM-DD.";

type TextOptions = {
  /** Longest length in characters (code points). */
  max?: number;
  blank?: boolean;
  trim?: boolean;
  /** Further rules; each returns a message or null. */
  rules?: readonly ((text: string) => string | null)[];
};

/** What a schema can tell of a text: white space around it does not count, but no schema knows that. */
const lengths = ({ blank, max }: TextOptions) => ({
  type: "string",
  ...(!blank && { minLength: 1 }),
  ...(max !== undefined && { maxLength: max }),
});

/** A string: numbers are accepted, surrounding white space is lost, blank is refused unless `blank` is set. */
export function text(options: TextOptions = {}) {
  return field<string>((value, refuse) => {
    if (typeof value !== "string" && typeof value !== "number") return void refuse("Not a valid string.");
    const result = options.trim === false ? String(value) : String(value).trim();
    if (result === "") {
      if (!options.blank) return void refuse("This field may not be blank.");
      return result;
    }
    const most = options.max ?? Number.POSITIVE_INFINITY;
    if ([...result].length > most) refuse(`Ensure this field has no more than ${most} characters.`);
    // Rules are patterns for texts of the usual length: with a megabyte some would not come to an end.
    if (result.length > 4 * most) return;
    const bad = badCharacters(result);
    if (bad) return void refuse(bad);
    for (const rule of options.rules ?? []) {
      const message = rule(result);
      if (message !== null) refuse(message);
    }
    return result;
  }, lengths(options));
}

const urlSchemes = new Set(["http:", "https:", "ftp:", "ftps:"]);

/** A message unless the text is an absolute http, https, ftp or ftps address. */
export function urlRule(address: string): string | null {
  const parsed = URL.canParse(address) ? new URL(address) : null;
  const written = /^[a-z]+:\/\/[^\s/]/i.test(address) && !/\s/.test(address);
  return parsed && written && urlSchemes.has(parsed.protocol) ? null : "Enter a valid URL.";
}

/** An absolute address; blank is accepted when `blank` is set. */
export const url = (options: { max?: number; blank?: boolean } = {}) =>
  text({ max: options.max ?? 200, blank: options.blank ?? false, rules: [urlRule] });

/** An integer: numeric strings and `1.0` are accepted, fractions are not. */
export function integer(options: { min?: number; max?: number } = {}) {
  const max = options.max ?? LARGEST_INTEGER;
  const min = options.min ?? -LARGEST_INTEGER;
  return field<number>(
    (value, refuse) => {
      const written =
        typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
      if (written.length > 1000) return void refuse("String value too large.");
      if (!/^[+-]?\d+(\.0*)?$/.test(written)) return void refuse("A valid integer is required.");
      const result = Number(written);
      if (result < min) return void refuse(`Ensure this value is greater than or equal to ${min}.`);
      if (result > max) return void refuse(`Ensure this value is less than or equal to ${max}.`);
      return result + 0;
    },
    { type: "integer", minimum: min, maximum: max },
  );
}

const truths = new Set(["t", "y", "yes", "true", "on", "1"]);
const untruths = new Set(["f", "n", "no", "false", "off", "0"]);

/** A boolean, or one of its written forms in any case. */
export function flag() {
  return field<boolean>(
    (value, refuse) => {
      const written = ["string", "number", "boolean"].includes(typeof value)
        ? String(value).trim().toLowerCase()
        : "";
      if (truths.has(written)) return true;
      if (untruths.has(written)) return false;
      return void refuse("Must be a valid boolean.");
    },
    { type: "boolean" },
  );
}

/** One of a closed set, compared by its written form. `refusals` replaces the message for single values. */
export function choice<const T extends string | number>(
  values: readonly T[],
  options: { refusals?: Readonly<Record<string, string>> } = {},
) {
  const known = new Map(values.map((value) => [String(value), value]));
  const refusals = new Map(Object.entries(options.refusals ?? {}));
  return field<T>(
    (value, refuse) => {
      const written = typeof value === "object" ? JSON.stringify(value) : String(value);
      const found = known.get(written);
      if (found === undefined) refuse(refusals.get(written) ?? `"${written}" is not a valid choice.`);
      return found;
    },
    { enum: [...values] },
  );
}

/** A JSON array whose entries are all read by `text`. */
export function texts(options: TextOptions & { most?: number } = {}) {
  const item = text(options);
  return field<string[]>(
    (value, refuse) => {
      if (!Array.isArray(value)) {
        return void refuse(`Expected a list of items but got type "${pythonType(value)}".`);
      }
      if (options.most !== undefined && value.length > options.most)
        return void refuse(`Ensure this field has no more than ${options.most} elements.`);
      const read = value.map((entry: unknown) => item.safeParse(entry));
      const messages = new Set(read.flatMap((r) => r.error?.issues.map((issue) => issue.message) ?? []));
      for (const message of messages) refuse(message);
      return read.flatMap((r) => (r.success ? [r.data] : []));
    },
    {
      type: "array",
      items: lengths(options),
      ...(options.most !== undefined && { maxItems: options.most }),
    },
  );
}

/** The name the wire contract uses for the type of a wrong value. */
export function pythonType(value: unknown): string {
  if (value === null || value === undefined) return "NoneType";
  if (Array.isArray(value)) return "list";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return { string: "str", boolean: "bool", object: "dict" }[typeof value as string] ?? "str";
}
