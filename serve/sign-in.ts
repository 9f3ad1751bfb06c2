import { exchangeDocsCode } from "#lib/accounts/docs-sessions/commands.ts";
import { docsHosts } from "#lib/publishing/queries.ts";
import { cacheHeaders } from "#serve/cache-policy.ts";
import { codeRefusedHtml } from "#serve/pages/pages.ts";
import type { Answer } from "#serve/request.ts";
import { pageAnswer } from "#serve/respond.ts";
import { placeOfVisit, type Visit } from "#serve/visit.ts";

/** `/_/login` on a docs host; null for anything else. */
export function signInOrOut(visit: Visit): Promise<Answer> | null {
  return visit.target.path === "/_/login" && visit.request.method === "GET" ? signIn(visit) : null;
}

/** Takes the one-time code of a member who logged in at the dashboard (architecture: docs hosts). */
async function signIn(visit: Visit): Promise<Answer> {
  const { request } = visit;
  const code = new URLSearchParams(visit.target.query).get("code") ?? "";
  const place = placeOfVisit(visit, null, null);
  const entered = await exchangeDocsCode(code, {
    host: request.host,
    secure: docsHosts.scheme === "https",
    address: request.address,
    client: request.header("user-agent") ?? "",
  });
  if (entered === null) return pageAnswer(401, codeRefusedHtml(), { policy: "never", place });
  const headers = ["Location", entered.path, "Set-Cookie", entered.cookie, "Referrer-Policy", "no-referrer"];
  return { status: 302, headers: [...headers, "Content-Length", "0", ...cacheHeaders("never")], body: null };
}
