/**
 * Who may read what of private documentation (spec/serving.md 13, 14.3), written by hand. Every credential is tried on every place and in
 * every way; the first rule that fits says whether it lets in.
 */

const byShare = ["link", "password", "token", "token as Basic"] as const;

/** What is no credential, or not one of this kind, or not one for docs hosts. */
const wrongOnes = [
  "link as token",
  "password as token",
  "token as link cookie",
  "Basic with password",
  "token in the query",
  "API token",
] as const;

/** What a request brings. */
export const credentials = [...byShare, "member", "nothing", "unsigned cookie", ...wrongOnes] as const;

/** What a share reaches: each is tried on a version or page of its own. */
export const scopes = ["all", "chosen", "pattern", "path"] as const;

/** What became of the share since, or where else its secret is tried. */
export const situations = [
  "live",
  "expired",
  "revoked",
  "narrowed",
  "rotated",
  "rotated with overlap",
  "other project",
  "subproject",
  "translation",
  "preview",
] as const;

/** What is asked, with the status for those who may read and for those who may not. */
export const routes = {
  page: [200, 401],
  asset: [200, 401],
  download: [200, 401],
  embed: [200, 403],
  HEAD: [200, 401],
  Range: [206, 401],
  "If-None-Match": [304, 401],
  sitemap: [200, 200],
  "sitemap of a preview": [404, 404],
  "missing page": [404, 401],
  folder: [302, 401],
  "picture of a page": [200, 401],
  "page elsewhere": [200, 401],
  "search index": [200, 401],
} as const satisfies Record<string, readonly [mayRead: number, mayNot: number]>;

export type Credential = (typeof credentials)[number];
export type Scope = (typeof scopes)[number];
export type Situation = (typeof situations)[number];
export type Route = keyof typeof routes;

type Some<T> = readonly T[] | "any";
type Rule = readonly [Some<Credential>, Some<Scope>, Some<Situation>, Some<Route>, "in" | "out"];

export const rules: readonly Rule[] = [
  // A share of some paths: pages below them, and what all pages are made of; nothing that repeats other pages.
  [byShare, ["path"], ["narrowed"], ["asset", "page elsewhere"], "in"],
  [byShare, ["path"], "any", ["download", "page elsewhere", "search index"], "out"],
  [byShare, "any", ["live", "rotated with overlap"], "any", "in"],
  [byShare, "any", "any", "any", "out"],
  // A member of this project is none of the others, even where they are on the same host.
  [["member"], "any", ["other project", "subproject", "translation"], "any", "out"],
  [["member"], "any", "any", "any", "in"],
  ["any", "any", "any", "any", "out"],
];

export interface Case {
  readonly credential: Credential;
  readonly scope: Scope;
  readonly situation: Situation;
  readonly route: Route;
  readonly status: number;
}

const fits = <T>(some: Some<T>, one: T): boolean => some === "any" || some.includes(one);

/** A wrong credential is as wrong whatever its share reaches. */
const isWorthTrying = (credential: Credential, scope: Scope): boolean =>
  scope === "all" || !wrongOnes.some((one) => one === credential);

/** Previews have no sitemap, and everything else has no such route. */
const isThere = (situation: Situation, route: Route): boolean =>
  route === "sitemap" ? situation !== "preview" : route !== "sitemap of a preview" || situation === "preview";

function statusOf(credential: Credential, scope: Scope, situation: Situation, route: Route): number {
  const [, , , , outcome] =
    rules.find(
      ([whose, reach, when, what]) =>
        fits(whose, credential) && fits(reach, scope) && fits(when, situation) && fits(what, route),
    ) ?? [];
  const [mayRead, mayNot] = routes[route];
  return outcome === "in" ? mayRead : mayNot;
}

const routeNames = Object.keys(routes) as Route[];

export const cases: readonly Case[] = credentials.flatMap((credential) =>
  situations.flatMap((situation) =>
    scopes
      .filter((scope) => isWorthTrying(credential, scope))
      .flatMap((scope) =>
        routeNames
          .filter((route) => isThere(situation, route))
          .map((route) => ({
            credential,
            scope,
            situation,
            route,
            status: statusOf(credential, scope, situation, route),
          })),
      ),
  ),
);
