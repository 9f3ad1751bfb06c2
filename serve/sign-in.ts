import { endDocsSessions, exchangeDocsCode } from "#lib/accounts/docs-sessions/commands.ts";
import { forgottenCookie } from "#lib/accounts/docs-sessions/rules.ts";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";
import { cacheHeaders } from "#serve/cache-policy.ts";
import { codeRefusedHtml } from "#serve/pages/sharing/refusals.ts";
import { loggedOutHtml, logOutHtml, logOutRefusedHtml } from "#serve/pages/sign-out.ts";
import { claimedSessions } from "#serve/reader.ts";
import { type Answer, comesFromItsOwnHost } from "#serve/request.ts";
import { pageAnswer } from "#serve/respond.ts";
import { languageHere } from "#serve/sharing-prompt.ts";
import { hostOf, placeOfVisit, type Visit, visitor, wantsHttps } from "#serve/visit.ts";

/** Where a reader logs out. */
export const signOutPath = "/_/logout";

/** `/_/login` and `/_/logout` on a docs host; null for anything else. */
export function signInOrOut(visit: Visit): Promise<Answer> | null {
  const { method } = visit.request;
  switch (visit.target.path) {
    case "/_/login":
      // A code is spent by what asks for it, so asking for the headers only is not enough.
      return method === "GET" ? signIn(visit) : null;
    case signOutPath:
      return method === "POST" ? signOut(visit) : askToSignOut(visit);
    default:
      return null;
  }
}

/** Takes the one-time code of a member who logged in at the dashboard (architecture: docs hosts). */
async function signIn(visit: Visit): Promise<Answer> {
  const { request } = visit;
  const code = new URLSearchParams(visit.target.query).get("code") ?? "";
  const entered = await exchangeDocsCode(code, {
    host: request.host,
    secure: wantsHttps(visit.at),
    address: request.address,
    client: request.header("user-agent") ?? "",
  });
  if (entered === null) return page(visit, 401, codeRefusedHtml({ language: languageHere(visit) }));
  return sendTo(302, entered.path, ["Set-Cookie", entered.cookie]);
}

/** Ends the sessions the request comes with, and tells the browser to forget them. */
async function signOut(visit: Visit): Promise<Answer> {
  const { request, at } = visit;
  const host = hostOf(at);
  if (!comesFromItsOwnHost(request)) return page(visit, 403, logOutRefusedHtml(host));
  const secure = wantsHttps(at);
  const ids = claimedSessions(secure ? "https" : "http", request.header("cookie")).members;
  const client = request.header("user-agent") ?? "";
  if (ids.length > 0) await endDocsSessions(ids, { host, address: request.address, client });
  // What was sent along is not read, so the connection cannot be used again.
  return sendTo(303, signOutPath, ["Set-Cookie", forgottenCookie(secure), "Connection", "close"]);
}

async function askToSignOut(visit: Visit): Promise<Answer> {
  const host = hostOf(visit.at);
  const { userId } = await visitor(visit);
  const logIn = `${env.DASHBOARD_URL}${paths.docsLogin(host, "/")}`;
  return page(visit, 200, userId === null ? loggedOutHtml(host, logIn) : logOutHtml(host, signOutPath));
}

/** Browsers say where a form comes from only if its page lets them; and nobody presses its button inside another page unknowingly. */
const page = (visit: Visit, status: number, text: string): Answer =>
  pageAnswer(status, text, {
    policy: "never",
    place: placeOfVisit(visit, null, null),
    extra: ["Referrer-Policy", "same-origin", "X-Frame-Options", "DENY"],
  });

function sendTo(status: 302 | 303, path: string, more: readonly string[]): Answer {
  const headers = ["Location", path, ...more, "Referrer-Policy", "no-referrer", "Content-Length", "0"];
  return { status, headers: [...headers, ...cacheHeaders("never")], body: null };
}
