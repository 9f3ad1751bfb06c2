import Negotiator from "negotiator";
import { notFound, Problem } from "#lib/platform/errors.ts";

export type Params = Readonly<Record<string, string>>;
export type Negotiated = { params: Params; query: URLSearchParams; indent: number };

/** Parameters whose values may hold dots; in the others a dot starts a format suffix (spec/api-v3.md 1.1). */
const dotted = new Set(["version", "username"]);
const formats = new Set(["json"]);
const MOST_PARAMETERS = 1000;
const DEEPEST_INDENT = 8;

function readParams(raw: Readonly<Record<string, string | string[] | undefined>>, path: string): Params {
  const lastSegment = path.replace(/\/+$/, "").split("/").at(-1);
  const params: Record<string, string> = {};
  for (const [name, given] of Object.entries(raw)) {
    const value = Array.isArray(given) ? given.join("/") : (given ?? "");
    if (value === "" || value.includes("\0") || !value.isWellFormed()) throw notFound();
    const [stem = "", format, ...rest] = dotted.has(name) ? [value] : value.split(".");
    if (format !== undefined) {
      const suffixed = rest.length === 0 && stem !== "" && formats.has(format);
      if (!suffixed || lastSegment !== value.split("/").at(-1)) throw notFound();
    }
    params[name] = stem;
  }
  return params;
}

/** Reads the Accept header without parameters such as `indent`, which choose no media type. */
function acceptance(accept: string): Negotiator {
  return new Negotiator({ headers: { accept: accept.replace(/;\s*(?!q\s*=)[^;,]*/gi, "") } });
}

/** A header that names nothing wants nothing in particular. */
const acceptOf = (request: Request): string => request.headers.get("accept")?.trim() || "*/*";

/** Whether a person's browser asks: HTML is named, nothing is liked better, and no format was chosen. */
export const prefersHtml = (request: Request): boolean =>
  !new URL(request.url).searchParams.get("format") &&
  acceptance(acceptOf(request)).mediaType(["application/json", "text/html"]) === "text/html";

/**
 * First check of every request: parameters that can be read, a format we have, an Accept header we can meet.
 * `types` are the media types the endpoint answers with. Refuses with 400, 404 or 406 (spec/api-v3.md 1.1, 1.2).
 */
export function negotiate(
  request: Request,
  raw: Readonly<Record<string, string | string[] | undefined>>,
  types: readonly string[],
): Negotiated {
  const url = new URL(request.url);
  const query = url.searchParams;
  if (query.size > MOST_PARAMETERS) {
    throw new Problem("invalid", `A request may have at most ${MOST_PARAMETERS} query parameters.`);
  }
  for (const [name, value] of query) {
    if (name.includes("\0") || value.includes("\0")) {
      throw new Problem("invalid", "Null characters are not allowed in query parameters.");
    }
  }
  const params = readParams(raw, url.pathname);
  const format = query.getAll("format").at(-1);
  if (format !== undefined && format !== "" && !formats.has(format)) throw notFound();

  const accept = acceptOf(request);
  // A person's browser asks for HTML first; outside the root it gets JSON (decision 3).
  const accepted = acceptance(accept).mediaTypes([...types, "text/html"]);
  if (accepted.length === 0 && format === undefined) {
    throw new Problem("not_acceptable", "Could not satisfy the request Accept header.");
  }
  const indent = /application\/json\s*;[^,]*\bindent=(\d{1,3})/i.exec(accept)?.[1];
  return { params, query, indent: Math.min(Number(indent ?? 0), DEEPEST_INDENT) };
}
