import { endDocsSessions, exchangeDocsCode } from "#lib/accounts/docs-sessions/commands.ts";
import {
  cookieValues,
  forgottenCookie,
  stateCookie,
  stateCookieName,
  stateOf,
} from "#lib/accounts/docs-sessions/rules.ts";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";
import { randomToken } from "#lib/platform/secrets/tokens.ts";
import { returnPath } from "#lib/publishing/rules/return-path.ts";
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

/** Takes the one-time code of a member who logged in at the dashboard (architecture: docs hosts), or sends them there. */
async function signIn(visit: Visit): Promise<Answer> {
  const { request } = visit;
  const query = new URLSearchParams(visit.target.query);
  const code = query.get("code");
  if (code === null) return sendToDashboard(visit, query.get("next"));
  const entered = await exchangeDocsCode(code, {
    host: request.host,
    secure: wantsHttps(visit.at),
    address: request.address,
    client: request.header("user-agent") ?? "",
    states: statesOf(visit),
  });
  if (entered === null) return page(visit, 401, codeRefusedHtml({ language: languageHere(visit) }));
  return sendTo(302, entered.path, ["Set-Cookie", entered.cookie]);
}

/** A neighbouring host may have planted some. */
const mostStates = 3;

const statesOf = ({ request, at }: Visit): string[] =>
  cookieValues(request.header("cookie") ?? "", stateCookieName(wantsHttps(at))).slice(0, mostStates);

/** Several tabs of a browser may be logging in at once, so it goes on with what it has. */
function sendToDashboard(visit: Visit, next: string | null): Answer {
  const value = statesOf(visit).find((held) => /^[\w-]{32}$/.test(held)) ?? randomToken(24, "");
  const path = paths.docsLogin(hostOf(visit.at), returnPath(next) ?? "/", stateOf(value));
  const cookie = stateCookie(value, wantsHttps(visit.at));
  return sendTo(302, `${env.DASHBOARD_URL}${path}`, ["Set-Cookie", cookie]);
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

function sendTo(status: 302 | 303, location: string, more: readonly string[]): Answer {
  const headers = ["Location", location, ...more, "Referrer-Policy", "no-referrer", "Content-Length", "0"];
  const safe = ["X-Content-Type-Options", "nosniff"];
  return { status, headers: [...headers, ...safe, ...cacheHeaders("never")], body: null };
}
