import type {
  AnswerOf,
  BodyOf,
  ExpandOf,
  ParamsOf,
  PathOf,
  PathValues,
  QueryOf,
  ReadOf,
  Without,
} from "./api-operations.ts";

/** The messages of a refused request, under dotted field names (`repository.url`); `""` holds those of no field. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/** A request the API refused or that never arrived. `status` is 0 when there was no answer. */
export class ApiError extends Error {
  readonly apiError = true;
  readonly status: number;
  readonly fields: FieldMessages;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, message: string, fields: FieldMessages, retryAfterSeconds: number | null) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function isApiError(error: unknown): error is ApiError {
  return typeof error === "object" && error !== null && "apiError" in error;
}

/** One sentence for any failure, fit to stand where the action was. */
export function errorMessage(error: unknown): string {
  return isApiError(error) ? error.message : "Something went wrong on this page. Reload it and try again.";
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Flattens an error body of the API (spec/api-v3.md 1.7): nested objects become dotted names, `detail` and lists belong to no field. */
export function fieldMessages(body: unknown, prefix = ""): Record<string, string[]> {
  if (Array.isArray(body)) {
    const messages = body.filter((message) => typeof message === "string");
    return messages.length > 0 ? { [prefix]: messages } : {};
  }
  if (!isRecord(body)) return {};
  const found: Record<string, string[]> = {};
  for (const [key, value] of Object.entries(body)) {
    if (key === "detail" && prefix === "" && typeof value === "string") {
      found[""] = [...(found[""] ?? []), value];
      continue;
    }
    const own = key === "non_field_errors";
    const name = own ? prefix : prefix === "" ? key : `${prefix}.${key}`;
    for (const [field, messages] of Object.entries(fieldMessages(value, name))) {
      found[field] = [...(found[field] ?? []), ...messages];
    }
  }
  return found;
}

function refusal(status: number, body: unknown, retryAfter: string | null): ApiError {
  if (isRecord(body) && body.triggered === false) {
    return new ApiError(status, "This project does not build at the moment.", {}, null);
  }
  const fields = fieldMessages(body);
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  const wait = Number.isFinite(seconds) ? seconds : null;
  if (status === 429) {
    const when = wait === null ? "in a moment" : `in ${wait} ${wait === 1 ? "second" : "seconds"}`;
    return new ApiError(status, `Too many tries. Try again ${when}.`, {}, wait);
  }
  if (status >= 500) {
    return new ApiError(status, "The server could not do this. Nothing was changed. Try again.", {}, wait);
  }
  const general = fields[""]?.join(" ");
  const message =
    general ?? (Object.keys(fields).length > 0 ? "Some values are not right." : `Refused (${status}).`);
  return new ApiError(status, message, fields, wait);
}

export type QueryValues = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** The address with its query: undefined and empty values are left out, lists are joined by commas. */
export function withQuery(path: string, query: QueryValues = {}): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || String(value) === "" ? [] : [[key, String(value)]],
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

/** An address of the contract with its names in braces filled in. */
export const filled = (path: string, params: PathValues): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

async function send<T>(
  method: string,
  address: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      credentials: "same-origin",
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(0, "The server cannot be reached. Check your connection and try again.", {}, null);
  }
  const text = await response.text();
  let parsed: unknown = null;
  try {
    parsed = text === "" ? null : JSON.parse(text);
  } catch {
    parsed = null;
  }
  if (!response.ok) throw refusal(response.status, parsed, response.headers.get("Retry-After"));
  return parsed as T;
}

const writer =
  <M extends "post" | "put" | "patch" | "delete">(method: M, headers: Record<string, string> = {}) =>
  <P extends PathOf<M>>(path: P, params: ParamsOf<P, M>, ...body: BodyOf<P, M>) =>
    send<AnswerOf<P, M>>(method.toUpperCase(), filled(path, params), body.at(0), headers);

/**
 * The only caller of `fetch`: JSON in, JSON out, the session cookie along. Addresses, values, bodies and answers are those of the
 * contract. Throws `ApiError`.
 */
export const api = {
  get: <P extends PathOf<"get">, Names extends ExpandOf<P> = never>(
    path: P,
    params: ParamsOf<P, "get">,
    query: QueryOf<P, Names> = {},
  ) => send<ReadOf<P, Names>>("GET", withQuery(filled(path, params), query)),
  /** The same without some fields, which then never reach this page. */
  getWithout: <P extends PathOf<"get">, Field extends string>(
    path: P,
    params: ParamsOf<P, "get">,
    omit: readonly Field[],
    query: QueryOf<P> = {},
  ) => send<Without<ReadOf<P>, Field>>("GET", withQuery(filled(path, params), { ...query, omit })),
  post: writer("post"),
  /** A POST that is done once, however often it is sent with the same key and content. */
  postOnce: (key: string) => writer("post", { "Idempotency-Key": key }),
  put: writer("put"),
  patch: writer("patch"),
  delete: writer("delete"),
};
