import { type NextRequest, NextResponse } from "next/server";
import { readSessionId } from "#lib/auth/session-token.ts";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";
import { siteDirectory } from "#serve/directory.ts";
import { isDocsHost } from "#serve/hosts.ts";
import { answerWeb } from "#serve/web-adapter.ts";

/**
 * Next's request hook. Docs hosts are gated by the same decisions as in our own server (which answers them before Next is asked),
 * addresses get their trailing slash, and signed-out people are sent to the log-in page. A cookie proves nothing here:
 * pages and the API look for its session row.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const host = request.headers.get("host") ?? "";
  if (isDocsHost(host)) return answerWeb(siteDirectory(), request);

  const { pathname, search } = request.nextUrl;
  const redirect = (path: string, status: number): Response =>
    NextResponse.redirect(`${new URL(env.DASHBOARD_URL).protocol}//${host}${path}`, status);
  if (lacksSlash(pathname))
    return redirect(`${pathname}/${search}`, pathname.startsWith("/api/") ? 301 : 308);
  if (isForMembers(pathname) && (await readSessionId(request.headers)) === null) {
    return redirect(paths.login(`${pathname}${search}`), 302);
  }
  return NextResponse.next({ headers: pathname.startsWith("/api/v3/") ? {} : unframed });
}

/**
 * Our own server has done for the API's requests all that is done here, and says so: running this for nothing costs more than
 * answering. The header opens nothing that the API itself would not answer.
 */
export const config = {
  matcher: [
    "/((?!api/v3/).*)",
    { source: "/api/v3/:path*", missing: [{ type: "header", key: "x-lectern-routed" }] },
  ],
};

/**
 * Docs hosts are neighbours of the dashboard, so its cookie comes along when a page of theirs frames it, and what they publish is
 * anybody's: nobody may frame it. API answers carry headers of their own.
 */
const unframed = { "Content-Security-Policy": "frame-ancestors 'none'", "X-Frame-Options": "DENY" };

/** Pages and API addresses end with a slash; files do not (spec/api-v3.md 1.1). */
function lacksSlash(path: string): boolean {
  if (path.endsWith("/") || path.startsWith("/_next/") || path.startsWith("/api/auth/")) return false;
  if (path.startsWith("/api/")) return !path.endsWith(".json");
  return !/\.[a-z0-9]+$/i.test(path);
}

/** Public projects can be read by everybody; managing and the account need a person. */
function isForMembers(path: string): boolean {
  if (path.startsWith("/dashboard/")) return true;
  const [area] = /(?<=^\/accounts\/)[^/]+/.exec(path) ?? [];
  return area !== undefined && ["edit", "tokens", "sessions"].includes(area);
}
