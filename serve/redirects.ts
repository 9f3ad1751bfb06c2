import type { Answer } from "#serve/request.ts";
import type { Visit } from "#serve/visit.ts";

/** The first redirect of the project's own that matches, if it is a forced one: these come before the right to read. */
export function followForcedRedirect(_visit: Visit): Answer | null {
  return null;
}

/** The first redirect of the project's own that matches what is missing (spec/serving.md 9, second step). */
export function followAnyRedirect(_visit: Visit): Answer | null {
  return null;
}
