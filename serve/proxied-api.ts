import type { Answer } from "#serve/request.ts";
import type { Visit } from "#serve/visit.ts";

/** The parts of the API that pages may ask on their own host, with its cookies (spec/serving.md 3.2); null for anything else. */
export function serveProxiedApi(_visit: Visit): Answer | null | Promise<Answer | null> {
  return null;
}
