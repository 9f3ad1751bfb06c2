import { paths } from "#lib/paths.ts";
import { clock } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import { derivedKey } from "#lib/platform/secrets/keys.ts";
import { formPurpose, signForm } from "#lib/sharing/rules/forms.ts";
import { type Language, languageOf } from "#serve/pages/sharing/languages.ts";
import { promptHtml, tooManyTriesHtml } from "#serve/pages/sharing/prompt.ts";
import type { Answer } from "#serve/request.ts";
import { pageAnswer } from "#serve/respond.ts";
import { hostOf, placeOfVisit, type Visit } from "#serve/visit.ts";

/** Everything below it is about shares; a prompt on a page of documentation sends its form here. */
export const sharingPath = "/_/sharing/";

/** The language a visitor is answered in on pages for recipients. */
export function languageHere({ request, target }: Visit): Language {
  const chosen = new URLSearchParams(target.query).get("lang");
  return languageOf(request.header("accept-language"), chosen);
}

/** Whether the answer is shown inside a page, perhaps of somebody else. */
export const isFramed = ({ request }: Visit): boolean =>
  /^i?frame$/.test(request.header("sec-fetch-dest") ?? "");

/** Where a visitor logs in with an account, to go on to a path of this host. */
export const logInAddress = (visit: Visit, next: string): string =>
  `${env.DASHBOARD_URL}${paths.docsLogin(hostOf(visit.at), next)}`;

/** The hidden value for a form that is sent to `action` on the visit's host. */
export const csrfFor = (visit: Visit, action: string): string =>
  signForm({ host: hostOf(visit.at), action }, clock.now(), derivedKey(formPurpose));

/** What every answer about shares says to search engines, and to browsers that go on from it. */
export const unindexed = ["X-Robots-Tag", "noindex", "Referrer-Policy", "no-referrer"] as const;

/** A page for recipients. Nothing of it, nor its address, may go anywhere else (spec/serving.md 14.3, Framing and leakage). */
export function recipientsPage(
  visit: Visit,
  status: number,
  text: string,
  extra: readonly string[] = [],
): Answer {
  const place = placeOfVisit(visit, null, null);
  return pageAnswer(status, text, {
    policy: "never",
    place,
    extra: [...unindexed, ...extra],
  });
}

/**
 * Asks for a password. `action` is where the form goes: `sharingPath`, or the address of a link. `next` is where to go on to, as it
 * stood in the address; empty for wherever the share begins.
 */
export function promptAnswer(
  visit: Visit,
  prompt: {
    readonly action: string;
    readonly next: string;
    readonly problem?: "wrong" | "stale" | null;
    /** Whether the reader had access until now. */
    readonly ended?: boolean;
    /** More headers, names and values by turns. */
    readonly extra?: readonly string[];
  },
): Answer {
  const { action, next, problem = null, ended = false, extra = [] } = prompt;
  const text = promptHtml({
    language: languageHere(visit),
    host: placeOfVisit(visit, null, null).hostname,
    action,
    csrf: csrfFor(visit, action),
    next,
    problem,
    ended,
    logIn: logInAddress(visit, next || "/"),
    isFramed: isFramed(visit),
  });
  return recipientsPage(visit, 401, text, ["WWW-Authenticate", 'Token realm="docs"', ...extra]);
}

/** `again` is where to try next: a path on the same host. */
export function tooManyTries(visit: Visit, waitSeconds: number, again: string): Answer {
  const { hostname: host } = placeOfVisit(visit, null, null);
  const page = { language: languageHere(visit), host, waitSeconds, now: clock.now(), again };
  return recipientsPage(visit, 429, tooManyTriesHtml(page), ["Retry-After", String(waitSeconds)]);
}
