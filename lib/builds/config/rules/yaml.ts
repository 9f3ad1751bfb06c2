import { type Document, parseAllDocuments, type Tags } from "yaml";
import { ConfigError } from "#lib/builds/config/rules/error.ts";

/** A mapping as YAML gives it, in the order of the file. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Far more than anybody writes by hand; reading this much hostile YAML stays below a second. */
export const largestConfig = 100_000;

/**
 * Reads one YAML 1.1 document whose top level is a mapping (spec/builds.md 5.1): `3.10` is a number, `yes` is true, of two keys with the same
 * name the last one counts. Throws ConfigError for everything else, with the place where it went wrong.
 */
export function readYaml(text: string, filename: string): Mapping {
  const fail = (error_message: string) =>
    new ConfigError("config:base:invalid-syntax", { filename, error_message });
  if (text.length > largestConfig) throw fail(`The file is larger than ${largestConfig / 1000} kB.`);
  try {
    const value = plainValue(oneDocument(text));
    if (value === null || value === undefined) throw new Error("The file is empty.");
    if (!isMapping(value))
      throw new Error("The file must hold a mapping of keys to values at its top level.");
    if (Object.keys(value).length === 0) throw new Error("The file is empty.");
    return value;
  } catch (error) {
    throw fail(explained(error));
  }
}

export const isMapping = (value: unknown): value is Mapping =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function oneDocument(text: string): Document {
  // Pretty errors take quadratic time on hostile files. The schema is named so that a %YAML directive cannot choose another.
  const documents = parseAllDocuments(text, {
    version: "1.1",
    schema: "yaml-1.1",
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
    customTags: usualTags,
  });
  const [document] = documents;
  if (!Array.isArray(documents) || !document) throw new Error("The file is empty.");
  for (const { errors, warnings } of documents) {
    const [problem] = [...errors, ...warnings.filter(({ code }) => code === "TAG_RESOLVE_FAILED")];
    if (problem) throw new Error(`${problem.message} (${placeOf(text, problem.pos[0])})`);
  }
  if (documents.length > 1) throw new Error("The file holds more than one document.");
  return document;
}

/**
 * The library reads a few words by the letter of YAML 1.1 that no widespread parser takes for anything but text, `.` first of all, which
 * in a configuration is the folder to install. Per example: what is usually asked of such a word.
 */
const usualWords: ReadonlyArray<readonly [example: string, usual: RegExp]> = [
  ["y", /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/],
  ["n", /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/],
  [".", /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)$/],
  ["1e5", /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)[eE][-+][0-9]+$/],
  ["08", /^[-+]?(?:0|[1-9][0-9_]*)$/],
];

const usualTags = (tags: Tags): Tags =>
  tags.map((tag) => {
    if (typeof tag === "string" || tag.collection) return tag;
    const usual = usualWords.find(([example]) => tag.test?.test(example));
    return usual ? { ...tag, test: usual[1] } : tag;
  });

function plainValue(document: Document): unknown {
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  // Walks all of it once: no circles, and no text that could be neither run nor kept.
  JSON.stringify(value, (key, inner: unknown) => {
    if (isText(key) && (typeof inner !== "string" || isText(inner))) return inner;
    throw new Error("The file holds characters that cannot be stored.");
  });
  return value;
}

const isText = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

function placeOf(text: string, position: number): string {
  const before = text.slice(0, position).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** The library throws its own and the engine's errors; a few of them need words a person understands. */
function explained(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (/excessive alias count/i.test(message)) return "Its aliases repeat too much.";
  if (/circular/i.test(message)) return "An alias holds itself.";
  if (/call stack/i.test(message)) return "It is nested too deeply.";
  return message.slice(0, 500) || "It is not valid YAML.";
}
