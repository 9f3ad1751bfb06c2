import { posix } from "node:path";
import { ConfigError } from "#lib/builds/config/rules/error.ts";
import { isMapping } from "#lib/builds/config/rules/yaml.ts";

/** Turns what the file gives for a key (dotted, as in `build.os`) into a value, or throws ConfigError naming the key. */
export type Reader<T> = (given: unknown, key: string) => T;

const quoteIt = "A number or a word like yes needs quotes to be text.";

export const text: Reader<string> = (given, key) => {
  if (typeof given === "string") return given;
  const message = typeof given === "number" || typeof given === "boolean" ? quoteIt : "";
  throw new ConfigError("config:validation:invalid-string", { key, value: described(given), message });
};

/** True and false, also written as 1 and 0; text is neither. */
export const flag: Reader<boolean> = (given, key) => {
  if (given === true || given === 1) return true;
  if (given === false || given === 0) return false;
  throw new ConfigError("config:validation:invalid-bool", { key, value: described(given) });
};

export const choice =
  <const T extends string>(choices: readonly T[]): Reader<T> =>
  (given, key) => {
    const found = choices.find((one) => one === given);
    if (found !== undefined) return found;
    throw new ConfigError("config:validation:invalid-choice", {
      key,
      choices: choices.join(", "),
      value: described(given),
      message: typeof given === "number" || typeof given === "boolean" ? quoteIt : "",
    });
  };

export const list: Reader<readonly unknown[]> = (given, key) => {
  if (Array.isArray(given)) return given;
  const message = typeof given === "string" ? "Write one entry per line, each after a dash." : "";
  throw new ConfigError("config:validation:invalid-list", { key, value: described(given), message });
};

export const listOf =
  <T>(item: Reader<T>): Reader<readonly T[]> =>
  (given, key) =>
    list(given, key).map((one, index) => item(one, `${key}.${index}`));

export const texts = listOf(text);

/** A list, or the word `all`. */
export const listOrAll =
  <T>(item: Reader<T>): Reader<readonly T[] | "all"> =>
  (given, key) =>
    given === "all" ? "all" : listOf(item)(given, key);

/** A whole number between the two. */
export const integer =
  (least: number, most: number): Reader<number> =>
  (given, key) => {
    if (Number.isInteger(given) && Number(given) >= least && Number(given) <= most) return Number(given);
    throw new ConfigError("config:validation:invalid-choice", {
      key,
      choices: `the whole numbers from ${least} to ${most}`,
      value: described(given),
      message: "",
    });
  };

/** A path below the root of the repository, in its shortest form. Absolute ones and ones that lead out are refused. */
export const path: Reader<string> = (given, key) => {
  const fail = (message: string) =>
    new ConfigError("config:validation:invalid-path", { key, value: described(given), message });
  const value = text(given, key);
  if (value.trim() === "") throw fail("It is empty.");
  if (/\p{Cc}/u.test(value)) throw fail("It holds characters that cannot be printed.");
  if (value.startsWith("/"))
    throw fail(`“${shortened(value)}” is absolute. Write it as seen from the root of the repository.`);
  const short = withoutSlash(posix.normalize(value));
  if (short === ".." || short.startsWith("../"))
    throw fail(`“${shortened(value)}” leads out of the repository.`);
  return short;
};

/** A pattern for paths of pages: `*`, `?` and `[…]` stay, slashes and dots are normalised (spec/builds.md 5.6). */
export const pathPattern: Reader<string> = (given, key) => {
  const value = text(given, key);
  const short = withoutSlash(posix.normalize(`/${value}`).slice(1));
  if (short !== "") return short;
  throw new ConfigError("config:validation:invalid-path-pattern", { key, value: shortened(value) });
};

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, "");

/** What somebody wrote, in words for a message: `a number (3.1)`. */
export function described(given: unknown): string {
  if (given === null || given === undefined) return "empty";
  if (typeof given === "string") return given === "" ? "empty text" : `the text “${shortened(given)}”`;
  if (typeof given === "number") return `a number (${given})`;
  if (typeof given === "boolean") return `a truth value (${given})`;
  if (Array.isArray(given)) return "a list";
  if (isMapping(given)) return "a mapping";
  return given instanceof Date ? "a date" : "of another type";
}

const shortened = (value: string): string =>
  value.length > 100 ? `${[...value].slice(0, 99).join("")}…` : value;
