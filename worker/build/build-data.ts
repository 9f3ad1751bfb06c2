import { parse } from "yaml";

type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** In bytes. Everything in a file of this size is read within a second or two, whatever it holds: the worker has other builds. */
export const largestBuildData = 100_000;

/**
 * What a build says about itself in `readthedocs-build.yaml`, as JSON. It is only a remark of the project's own: null for what cannot
 * be read.
 */
export function readBuildData(text: string): JsonObject | null {
  if (Buffer.byteLength(text) > largestBuildData) return null;
  try {
    // Comparing keys with each other and drawing where an error is take quadratic time.
    const found: unknown = parse(text, { uniqueKeys: false, prettyErrors: false, logLevel: "error" });
    const plain: unknown = JSON.parse(JSON.stringify(found) ?? "null");
    return isMapping(plain) && JSON.stringify(plain).length <= 10 * largestBuildData ? plain : null;
  } catch {
    return null;
  }
}

/** Only for what `JSON.parse` gave. */
const isMapping = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
