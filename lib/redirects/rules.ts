import type { RedirectRule } from "#lib/publishing/schema.ts";
import { parseTarget } from "#lib/redirects/rules/target.ts";
import type { RedirectType } from "#lib/redirects/schema.ts";

export const mostRedirects = 100;
export const limitReached = `This project has reached the limit of ${mostRedirects} redirects. Consider replacing some of your redirects with a wildcard redirect.`;
const longestAddress = 255;

/** Redirects from `from` to `to`, both included, go `by` places on; none when `to` is below `from`. */
export type Shift = { readonly from: number; readonly to: number; readonly by: 1 | -1 };
/** Where a redirect ends up, and who makes room for it. */
export type Placement = { readonly position: number; readonly shift: Shift };

/** The position algorithm of spec/api-v3.md 4.6. `count` is how many there are before; positions are always 0 to count - 1. */
export function insertAt(count: number, wanted: number): Placement {
  const position = Math.min(wanted, count);
  return { position, shift: { from: position, to: count - 1, by: 1 } };
}

export function moveTo(count: number, current: number, wanted: number): Placement {
  const position = Math.min(wanted, count - 1);
  return position > current
    ? { position, shift: { from: current + 1, to: position, by: -1 } }
    : { position, shift: { from: position, to: current - 1, by: 1 } };
}

export const removeAt = (count: number, current: number): Shift => ({
  from: current + 1,
  to: count - 1,
  by: -1,
});

/** What a redirect does; as it was sent, or as it is stored. */
export type Target = { readonly type: RedirectType; readonly fromUrl: string; readonly toUrl: string };

/** A redirect as docs hosts follow it. */
export const ruleOf = (
  row: Target & Pick<RedirectRule, "id" | "position"> & { httpStatus: number; force: boolean | null },
): RedirectRule => ({
  id: row.id,
  position: row.position,
  type: row.type,
  fromUrl: row.fromUrl,
  toUrl: row.toUrl,
  status: row.httpStatus === 301 ? 301 : 302,
  force: row.force ?? false,
});

/** Of these types a project has one at most; they need no addresses. */
export const isSuffixType = (type: RedirectType): type is "clean_url_to_html" | "html_to_clean_url" =>
  type === "clean_url_to_html" || type === "html_to_clean_url";

/** A redirect as it is stored. An address on this site begins with one slash, and what is looked for ends without. */
export function normalise<T extends Target>(redirect: T): T {
  if (isSuffixType(redirect.type)) return { ...redirect, fromUrl: "", toUrl: "" };
  const { fromUrl, toUrl } = redirect;
  return {
    ...redirect,
    fromUrl: `/${fromUrl.replace(/^\/+|\/+$/g, "")}`,
    toUrl: /^https?:\/\//.test(toUrl) ? toUrl : `/${toUrl.replace(/^\/+/, "")}`,
  };
}

const badHost =
  "The host of this address is not valid. It may hold neither a user name nor the :splat placeholder.";

/** What is wrong with the addresses, by field. `sent` says which of them the request named. */
export function addressProblems(
  redirect: Target,
  sent: { readonly from_url?: string | undefined; readonly to_url?: string | undefined },
): Record<string, string[]> {
  if (isSuffixType(redirect.type)) return {};
  const stored = normalise(redirect);
  const problems = (["fromUrl", "toUrl"] as const).map((name): [string, string[]] => {
    const field = name === "fromUrl" ? "from_url" : "to_url";
    if (redirect[name] === "")
      return [
        field,
        [sent[field] === undefined ? "This field is required." : "This field may not be blank."],
      ];
    if ([...stored[name]].length > longestAddress)
      return [field, [`Ensure this field has no more than ${longestAddress} characters.`]];
    const leadsNowhere = name === "toUrl" && parseTarget(stored.toUrl) === null;
    return [field, leadsNowhere ? [badHost] : []];
  });
  return Object.fromEntries(problems.filter(([, messages]) => messages.length > 0));
}

/** What is wrong with the wildcards of a redirect, or null. */
export function wildcardProblem({ type, fromUrl, toUrl }: Target): string | null {
  if (isSuffixType(type)) return null;
  if (/\$rest\/*$/.test(fromUrl)) return "The $rest wildcard has been removed in favor of *.";
  const wildcard = fromUrl.indexOf("*");
  if (wildcard >= 0 && wildcard < fromUrl.length - 1) return "The * wildcard must be at the end of the path.";
  if (toUrl.includes(":splat") && wildcard < 0)
    return "The * wildcard must be at the end of from_url to use the :splat placeholder in to_url.";
  return null;
}

export const onlyOne = (type: RedirectType): string =>
  `Only one redirect of type \`${type}\` is allowed per project.`;

/** Says on which way redirects would send readers round for ever. */
export const circleProblem = (paths: readonly string[]): string =>
  `This would send readers round in a circle: ${paths.join(" → ")}.`;
