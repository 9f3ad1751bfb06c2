import type { z } from "zod";
import { type FieldErrors, isProblem, Problem, type ProblemCode } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { pythonType } from "#lib/platform/wire/coerce.ts";

const statuses: Readonly<Record<ProblemCode, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  identity_unconfirmed: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  throttled: 429,
  unavailable: 503,
};

export type Refusal = { status: number; body: unknown; headers: Record<string, string> };

/** What the caller is told about an error; everything that is not a Problem is ours, logged, and told by its request id only. */
export function refusalOf(error: unknown, requestId: string): Refusal {
  if (!isProblem(error)) {
    log.error({ err: error, requestId }, "request failed");
    return {
      status: 500,
      body: { detail: "Something went wrong on our side.", request_id: requestId },
      headers: {},
    };
  }
  const headers: Record<string, string> = {};
  if (error.code === "unauthenticated") headers["WWW-Authenticate"] = "Token";
  if (error.retryAfterSeconds !== undefined) headers["Retry-After"] = String(error.retryAfterSeconds);
  // Told apart by its code: a program cannot know from a sentence that this 403 can be overcome.
  const code = error.code === "identity_unconfirmed" && { code: error.code };
  return { status: statuses[error.code], body: error.fields ?? { detail: error.message, ...code }, headers };
}

/** 405 in the words of the contract. */
export const methodNotAllowed = (method: string): Problem =>
  new Problem("method_not_allowed", `Method "${method}" not allowed.`);

function messageOf(issue: z.core.$ZodIssue): string | FieldErrors {
  if (issue.code !== "invalid_type" && issue.code !== "invalid_union") return issue.message;
  if (issue.input === undefined) return "This field is required.";
  if (issue.input === null) return "This field may not be null.";
  if (issue.code === "invalid_type" && ["object", "record"].includes(issue.expected)) {
    const got = pythonType(issue.input);
    return { non_field_errors: [`Invalid data. Expected a dictionary, but got ${got}.`] };
  }
  return issue.message;
}

/** The findings of a schema as field errors, nested like the input (spec/api-v3.md 1.7). */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const path = issue.path.length === 0 ? ["non_field_errors"] : issue.path.map(String);
    let level = errors;
    for (const [depth, key] of path.entries()) {
      const here = level[key];
      const message = messageOf(issue);
      if (depth < path.length - 1) {
        level = here && !Array.isArray(here) ? here : (level[key] = {});
      } else if (typeof message === "string") {
        level[key] = Array.isArray(here) ? [...here, message] : [message];
      } else {
        level[key] = message;
      }
    }
  }
  return errors;
}
