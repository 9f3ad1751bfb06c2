import { cacheHeaders } from "#serve/cache-policy.ts";
import type { Answer } from "#serve/request.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function refusal(status: number, detail: string): Answer {
  const body = Buffer.from(JSON.stringify({ detail }));
  const headers = [
    "Content-Type",
    "application/json",
    "Content-Length",
    String(body.length),
    ...cacheHeaders("never"),
  ];
  return { status, headers, body };
}

/**
 * What Next would answer with a page of its own before any route is asked, answered as the API does: methods no route can have,
 * and addresses that cannot be decoded. Null for everything else.
 */
export function unroutableAnswer(method: string, target: string): Answer | null {
  const path = target.split("?", 1)[0] ?? "";
  if (!path.startsWith("/api/")) return null;
  if (!methods.has(method)) return refusal(405, `Method "${method}" not allowed.`);
  try {
    decodeURIComponent(path);
    return null;
  } catch {
    return refusal(404, "Not found.");
  }
}
