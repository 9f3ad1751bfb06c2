/** Every way a request can be refused. The API's code-to-status table lives in `app/api/v3/_kit/problem.ts`. */
export type ProblemCode =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "identity_unconfirmed"
  | "not_found"
  | "method_not_allowed"
  | "not_acceptable"
  | "conflict"
  | "gone"
  | "precondition_failed"
  | "too_large"
  | "unsupported_media_type"
  | "unprocessable"
  | "throttled"
  | "unavailable";

/** `{field: ["msg"]}`, nested like the input; or a bare list for rules found late (spec/api-v3.md 1.7). */
export type FieldErrors = { [field: string]: string[] | FieldErrors };

/**
 * The one error class the domain throws on purpose. Modules exist more than once in a process (Next bundles its own copy),
 * so it is recognised by `isProblem`, never by `instanceof`.
 */
export class Problem extends Error {
  readonly problem = true;
  readonly code: ProblemCode;
  readonly fields: FieldErrors | string[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ProblemCode,
    message: string,
    more: { fields?: FieldErrors | string[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = "Problem";
    this.code = code;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export function isProblem(error: unknown): error is Problem {
  return typeof error === "object" && error !== null && (error as { problem?: unknown }).problem === true;
}

/** 404 for a row that is absent or that the caller may not know of. `what` is the model's name, for example `Project`. */
export const notFound = (what?: string): Problem =>
  new Problem("not_found", what ? `No ${what} matches the given query.` : "Not found.");

export const unauthenticated = (message = "Authentication credentials were not provided."): Problem =>
  new Problem("unauthenticated", message);

export const forbidden = (message = "You do not have permission to perform this action."): Problem =>
  new Problem("forbidden", message);

/** 403 until the person proves once more who they are: the act hurts, and the session may have been left open. */
export const identityUnconfirmed = (): Problem =>
  new Problem("identity_unconfirmed", "Confirm that it is you, then try again.");

/** 400 with the messages under the fields they belong to. */
export const invalid = (fields: FieldErrors | string[]): Problem =>
  new Problem("invalid", "The input is not valid.", { fields });

/** 412: the row is not any more what the caller saw. */
export const stale = (): Problem =>
  new Problem("precondition_failed", "It was changed in the meantime. Load it again.");

/** 429: asked too often; it may work again after so many seconds. */
export const throttled = (
  retryAfterSeconds: number,
  message = "Too many tries. Wait a few minutes and try again.",
): Problem => new Problem("throttled", message, { retryAfterSeconds });

export const conflict = (message: string): Problem => new Problem("conflict", message);
