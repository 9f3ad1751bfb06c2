import { docsLoginStart, mintDocsCode } from "#lib/accounts/docs-sessions/commands.ts";
import { currentActor } from "#lib/auth/actor.ts";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";
import { isProblem } from "#lib/platform/errors.ts";

/**
 * Where a docs host sends members to log in (architecture: docs hosts): signed-out people first to the log-in page, members back
 * with a one-time code for the browser that was sent. Nothing is changed by the request but that code, so a link may lead here.
 */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const [host, next, state] = [query.get("host") ?? "", query.get("next"), query.get("state")];
  const headers = new Headers(request.headers);
  headers.delete("authorization");
  const { actor } = await currentActor(headers);
  const again = paths.docsLogin(host, next ?? "/", state ?? undefined);
  try {
    // Whoever has not been there yet has nothing to be known by when they come back.
    if (state === null) return redirect(await docsLoginStart(host, next));
    if (actor.kind !== "user") return redirect(`${env.DASHBOARD_URL}${paths.login(again)}`);
    return redirect(await mintDocsCode(actor, host, next, state));
  } catch (error) {
    if (isProblem(error) && error.code === "forbidden")
      return redirect(`${env.DASHBOARD_URL}${paths.noAccess(again)}`);
    if (isProblem(error) && error.code === "not_found")
      return refusal(404, "No documentation is published at that address.");
    throw error;
  }
}

const uncached = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { ...uncached, Location: location } });
}

/** One sentence; the person came from a page that explains the rest. */
function refusal(status: number, sentence: string): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: {
      ...uncached,
      "Content-Type": "text/plain; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
