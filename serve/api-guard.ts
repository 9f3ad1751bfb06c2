import type { IncomingMessage } from "node:http";
import { cacheHeaders } from "#serve/cache-policy.ts";
import type { Answer } from "#serve/request.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

function refusal(status: number, detail: string, more: readonly string[] = []): Answer {
  const body = Buffer.from(JSON.stringify({ detail }));
  const headers = [
    "Content-Type",
    "application/json",
    "Content-Length",
    String(body.length),
    ...cacheHeaders("never"),
    ...more,
  ];
  return { status, headers, body };
}

/** What is not read of such a request might be the next one, so the connection ends. */
export const ambiguousAnswer = refusal(400, "The request names more than one host.", ["Connection", "close"]);

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether a path says the same as a shorter one, or cannot be decoded: Next redirects the first and fails on the second. */
const isCrooked = (path: string): boolean => /\/\/|\\|\/(\.|%2e){1,2}(\/|$)/i.test(path) || !isReadable(path);

/** An address whose path can be decoded: where it cannot, its percent signs stand for themselves, and Next finds nothing there. */
function readable(target: string): string {
  const [path = "", ...query] = target.split("?");
  return isReadable(path) ? target : [path.replaceAll("%", "%25"), ...query].join("?");
}

/**
 * What Next would answer with a page of its own before any route is asked, answered as the API does: methods no route can have,
 * addresses that cannot be read, and addresses without their slash. Null for everything else.
 */
export function unroutableAnswer(method: string, target: string): Answer | null {
  if (!target.startsWith("/")) return refusal(404, "Not found.");
  const [path = "", ...query] = target.split("?");
  if (!path.startsWith("/api/")) return null;
  if (!methods.includes(method)) {
    return refusal(405, `Method "${method}" not allowed.`, ["Allow", methods.join(", ")]);
  }
  if (isCrooked(path)) return refusal(404, "Not found.");
  // The format of a list may be its suffix; everything else ends with a slash (spec/api-v3.md 1.1).
  if (!/^\/api\/v3(\/|$)/.test(path) || path.endsWith("/") || path.endsWith(".json")) return null;
  const location = [`${path}/`, ...query].join("?");
  return refusal(301, "Moved permanently: addresses end with a slash.", ["Location", location]);
}

/** Tells proxy.ts that it has nothing left to do for a request. */
const routedHeader = "x-lectern-routed";

/** Readies a request for Next: the path alone where a proxy sent a whole address, and no header that asks for a page's data. */
export function straighten(request: IncomingMessage): void {
  const whole = /^https?:\/\/[^/?#]*(.*)$/i.exec(request.url ?? "/");
  if (whole) request.url = whole[1]?.startsWith("/") ? whole[1] : `/${whole[1] ?? ""}`;
  if (request.url?.includes("%") && !request.url.startsWith("/api/")) request.url = readable(request.url);
  if (request.url?.startsWith("/api/v3/")) request.headers[routedHeader] = "1";
  if (request.url?.startsWith("/api/")) {
    for (const name of [
      "rsc",
      "next-router-prefetch",
      "next-router-state-tree",
      "next-router-segment-prefetch",
    ]) {
      delete request.headers[name];
    }
  }
}

const unreadable: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "The address and headers of the request are too long.",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long to arrive."],
};

/** What is written to somebody whose request is none; Node's own answer has no body. */
export function unreadableAnswer(code: string | undefined): string {
  const [status, detail] = unreadable[code ?? ""] ?? ["400 Bad Request", "The request is not valid HTTP."];
  const body = JSON.stringify({ detail });
  return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
