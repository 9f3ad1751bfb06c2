/**
 * Answers for scripts of any origin (spec/api-v3.md 1.6), never with credentials: a cookie is not sent, and a token only by who
 * has one. Endpoints that declare `cors` have them, errors included; no other answer may be read across origins.
 */
const allowed = {
  "Access-Control-Allow-Methods": "GET, OPTIONS, HEAD",
  "Access-Control-Allow-Headers":
    "accept, authorization, content-type, user-agent, x-csrftoken, x-requested-with, x-hoverxref-version",
  "Access-Control-Max-Age": "86400",
};

/** Adds the headers a browser looks for; a request that says no origin comes from none. */
export function allowOrigins(request: Request, headers: Headers): void {
  headers.append("Vary", "Origin");
  if (request.headers.has("origin")) headers.set("Access-Control-Allow-Origin", "*");
}

/** The answer to a browser that asks whether it may send something, or null for any other request. */
export function preflightAnswer(request: Request): Response | null {
  const asks = request.headers.has("origin") && request.headers.has("access-control-request-method");
  if (request.method !== "OPTIONS" || !asks) return null;
  return Response.json({}, { headers: { ...allowed, "Access-Control-Allow-Origin": "*", Vary: "Origin" } });
}
