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

/** What a refusal says as a whole when it names fields. */
export const valuesWrong = "Some values are not right.";

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

/** As much of a request's id as finds it in the log. */
const referenceLength = 8;

function refusal(status: number, body: unknown, headers: Headers): ApiError {
  const retryAfter = headers.get("Retry-After");
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
    const reference = headers.get("X-Request-Id");
    const named = reference === null ? "" : ` Reference ${reference.slice(0, referenceLength)}.`;
    return new ApiError(status, `The server could not do this. Try again.${named}`, {}, wait);
  }
  const general = fields[""]?.join(" ");
  const message = general ?? (Object.keys(fields).length > 0 ? valuesWrong : `Refused (${status}).`);
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

type AskIdentity = () => Promise<boolean>;
let askIdentity: AskIdentity | null = null;
let asked: Promise<boolean> | null = null;

/** How the page asks its person to prove who they are; requests that needed it are sent again when they did. Returns how to stop. */
export function onIdentityAsked(ask: AskIdentity): () => void {
  askIdentity = ask;
  return () => {
    askIdentity = null;
  };
}

/** Several requests that need the proof at once wait for the same one. */
async function identityConfirmed(): Promise<boolean> {
  asked ??=
    askIdentity?.().finally(() => {
      asked = null;
    }) ?? null;
  return asked ?? false;
}

/** An answer with its entity tag, by which a write can be kept from changing anything newer; null where the API gives none. */
export type Tagged<T> = { value: T; tag: string | null };

const send = async <T>(
  method: string,
  address: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<T> => (await exchange<T>(method, address, body, headers)).value;

async function exchange<T>(
  method: string,
  address: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Tagged<T>> {
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
  if (isRecord(parsed) && parsed.code === "identity_unconfirmed" && (await identityConfirmed()))
    return exchange(method, address, body, headers);
  if (!response.ok) throw refusal(response.status, parsed, response.headers);
  return { value: parsed as T, tag: response.headers.get("ETag") };
}

const writer =
  <M extends "post" | "put" | "patch" | "delete">(method: M, headers: Record<string, string> = {}) =>
  <P extends PathOf<M>>(path: P, params: ParamsOf<P, M>, ...body: BodyOf<P, M>) =>
    send<AnswerOf<P, M>>(method.toUpperCase(), filled(path, params), body.at(0), headers);

/** The same with an answer that leaves out some fields. */
const quietWriter =
  <M extends "post" | "patch", Field extends string>(
    method: M,
    omit: readonly Field[],
    headers: Record<string, string> = {},
  ) =>
  <P extends PathOf<M>>(path: P, params: ParamsOf<P, M>, ...body: BodyOf<P, M>) =>
    send<Without<AnswerOf<P, M>, Field>>(
      method.toUpperCase(),
      withQuery(filled(path, params), { omit }),
      body.at(0),
      headers,
    );

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
  /** The same with its entity tag. */
  getTagged: <P extends PathOf<"get">, Names extends ExpandOf<P> = never>(
    path: P,
    params: ParamsOf<P, "get">,
    query: QueryOf<P, Names> = {},
  ) => exchange<ReadOf<P, Names>>("GET", withQuery(filled(path, params), query)),
  /** The same with its entity tag, without some fields. */
  getTaggedWithout: <P extends PathOf<"get">, Field extends string>(
    path: P,
    params: ParamsOf<P, "get">,
    omit: readonly Field[],
  ) => exchange<Without<ReadOf<P>, Field>>("GET", withQuery(filled(path, params), { omit })),
  /** The same without some fields, which then never reach this page. */
  getWithout: <P extends PathOf<"get">, Field extends string>(
    path: P,
    params: ParamsOf<P, "get">,
    omit: readonly Field[],
    query: QueryOf<P> = {},
  ) => send<Without<ReadOf<P>, Field>>("GET", withQuery(filled(path, params), { ...query, omit })),
  /** The same with an API token instead of the session. */
  getAs:
    (token: string) =>
    <P extends PathOf<"get">>(path: P, params: ParamsOf<P, "get">) =>
      send<ReadOf<P>>("GET", filled(path, params), undefined, { Authorization: `Token ${token}` }),
  post: writer("post"),
  /** A POST that is done once, however often it is sent with the same key and content. */
  postOnce: (key: string) => writer("post", { "Idempotency-Key": key }),
  /** A POST whose answer leaves out some fields, which then never reach this page. */
  postWithout: <Field extends string>(omit: readonly Field[]) => quietWriter("post", omit),
  put: writer("put"),
  patch: writer("patch"),
  /** A PATCH of what still is as it was when `tag` was read; otherwise the API refuses with 412. Without a tag, of whatever is there. */
  patchIf: (tag: string | null) => writer("patch", tag === null ? {} : { "If-Match": tag }),
  putIf: (tag: string | null) => writer("put", tag === null ? {} : { "If-Match": tag }),
  /** The same whose answer leaves out some fields. */
  patchIfWithout: <Field extends string>(tag: string | null, omit: readonly Field[]) =>
    quietWriter("patch", omit, tag === null ? {} : { "If-Match": tag }),
  delete: writer("delete"),
};
