import type { Answer } from "#serve/request.ts";
import type { Visit } from "#serve/visit.ts";

/** The files a docs host has at its root whatever its project publishes (spec/serving.md 16); null for anything else. */
export function serveRootFile(_visit: Visit): Answer | null | Promise<Answer | null> {
  return null;
}

/** The platform's own assets below `/_/static/`; null for anything else. */
export function serveStaticFile(_visit: Visit): Answer | null | Promise<Answer | null> {
  return null;
}
