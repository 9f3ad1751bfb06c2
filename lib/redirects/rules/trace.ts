import { decodePath, encodePath, originOf } from "#lib/publishing/rules/address.ts";
import { formatHost, parseHost } from "#lib/publishing/rules/host.ts";
import type { Located } from "#lib/publishing/rules/locate.ts";
import { type At, pageLink, type RedirectKind, resolve, type View } from "#lib/publishing/rules/resolve.ts";
import { isProvided, rootFileAt, rootPage } from "#lib/publishing/rules/root-files.ts";
import type { DocsHosts, DocsProject, RedirectRule } from "#lib/publishing/schema.ts";
import { type Asked, askedOf, type Followed, follow } from "#lib/redirects/rules/follow.ts";
import { formatLocation } from "#lib/redirects/rules/target.ts";

type PageView = Extract<View, { kind: "page" }>;

/** What redirects are tried in. */
export interface World {
  /** Any project of the family whose hosts are known; addresses elsewhere are not followed. */
  readonly project: DocsProject;
  readonly hosts: DocsHosts;
  /** A project's redirects to try instead of those it has. */
  readonly redirects: { readonly projectId: number; readonly rules: readonly RedirectRule[] } | null;
  /** What a version has under a name, or that the person who tries it may not read it. */
  find(page: PageView): Promise<Located["kind"] | "unreadable">;
}

/** One redirect on the way. */
export interface Hop {
  readonly to: string;
  readonly kind: RedirectKind | "user";
  readonly status: 301 | 302;
  /** With `kind` "user". */
  readonly rule: RedirectRule | null;
}

/**
 * How a way ends: at a page, at nothing, at our own paths (`/_/…`), at something one may not read, outside these projects, at an
 * address no answer can be given to, where it was before, or not within the number of hops.
 */
export type Outcome =
  | "page"
  | "missing"
  | "reserved"
  | "unreadable"
  | "elsewhere"
  | "bad_address"
  | "circle"
  | "too_many_hops";

/** The way of a reader from an address. */
export interface Trace {
  readonly url: string;
  readonly hops: readonly Hop[];
  readonly end: { readonly url: string; readonly outcome: Outcome };
  /** Whether a page is where the address leads before any redirect of a project's own; null when that is not known. */
  readonly exists: boolean | null;
  /** The redirect that matches at the end, and is not followed because it would lead back there. */
  readonly leftAlone: RedirectRule | null;
}

type Step =
  | (Hop & { readonly exists?: boolean | null })
  | { readonly outcome: Outcome; readonly exists?: boolean | null; readonly leftAlone?: RedirectRule };

/** The address of a path of the world's project; itself when it is a full one. */
export const absolute = (world: World, url: string): string =>
  url.startsWith("/") ? `${originOf(rootOf(world.project), null, world.hosts)}${url}` : url;

/** In characters; docs hosts read no longer ones, and redirects that multiply what they match come there soon. */
export const longestUrl = 16_000;

/** Follows redirects as docs hosts do, built-in ones and a project's own, `most` times at most. */
export async function trace(world: World, address: string, most: number): Promise<Trace> {
  const hops: Hop[] = [];
  const url = absolute(world, address);
  const seen = new Set<string>();
  let current = url;
  let exists: boolean | null = null;
  for (;;) {
    const end = (outcome: Outcome, leftAlone: RedirectRule | null = null): Trace => ({
      ...{ url, hops, exists, leftAlone },
      end: { url: current, outcome },
    });
    if (current.length > longestUrl || !URL.canParse(current)) return end("bad_address");
    const place = withoutQuery(current);
    if (seen.has(place)) return end("circle");
    if (hops.length === most) return end("too_many_hops");
    seen.add(place);
    const step = await takeStep(world, new URL(current));
    if (hops.every(({ kind }) => kind !== "user")) exists = step.exists ?? exists;
    if ("outcome" in step) return end(step.outcome, step.leftAlone ?? null);
    current = new URL(step.to, current).href;
    hops.push({ to: current, kind: step.kind, status: step.status, rule: step.rule });
  }
}

/** An address without query and fragment, which make no difference to where redirects lead. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, "");

/** What a docs host answers to one address; the order of the steps is that of serve/pipeline.ts. */
async function takeStep(world: World, url: URL): Promise<Step> {
  const at = findPlace(world, url);
  if (at === null) return { outcome: "elsewhere" };
  const path = decodePath(url.pathname);
  if (path === null || path.includes("\0")) return { outcome: "bad_address" };
  const builtIn = (kind: RedirectKind, location: string): Step => ({
    ...{ kind, status: 302, rule: null },
    to: `${location}${url.search}`,
  });
  if (url.protocol === "http:" && (at.domain?.https ?? world.hosts.scheme === "https"))
    return builtIn("http_to_https", `https://${url.host}${url.pathname}`);
  if (path.includes("//")) return builtIn("slash_collapse", encodePath(path.replace(/\/{2,}/g, "/")));
  if (isReserved(at, path)) return { outcome: "reserved" };
  if (rootFileAt(path) !== null) return stepAtRoot(world, at, path, url.search);
  const view = pageLink(at, path) ?? resolve(at, path);
  if (view.kind === "redirect") {
    const origin = view.host === null ? "" : originOf(view.host, at.preview, world.hosts);
    return builtIn(view.reason, `${origin}${encodePath(view.path)}`);
  }
  const located = view.kind === "page" ? await world.find(view) : "missing";
  const exists = located === "unreadable" ? null : located !== "missing";
  const asked = askedIn(world, at, path);
  if (view.kind === "page") {
    const forced = follow(asked, world.hosts, { forced: true });
    if (forced?.kind === "redirect") return { ...userHop(forced, url.search), exists };
    if (located === "unreadable") return { outcome: "unreadable", exists };
    if (located === "directory") return builtIn("directory", `${encodePath(path)}/`);
    if (located === "file")
      return { outcome: "page", exists, ...(forced !== null && { leftAlone: forced.rule }) };
  }
  return stepFromNothing(world, asked, url.search, exists);
}

/** At a file of the root that a build may have, and that no redirect comes before. */
async function stepAtRoot(world: World, at: At, path: string, query: string): Promise<Step> {
  const page = rootPage(at, path);
  const located = page === null ? "missing" : await world.find(page);
  if (located === "unreadable") return { outcome: "unreadable", exists: null };
  if (located === "file") return { outcome: "page", exists: true };
  return stepFromNothing(world, askedIn(world, at, path), query, false);
}

function stepFromNothing(world: World, asked: Asked, query: string, exists: boolean | null): Step {
  const any = follow(asked, world.hosts, { forced: false });
  if (any?.kind === "redirect") return { ...userHop(any, query), exists };
  return { outcome: "missing", exists, ...(any !== null && { leftAlone: any.rule }) };
}

const userHop = ({ rule, to }: Extract<Followed, { kind: "redirect" }>, query: string): Hop => ({
  ...{ kind: "user", status: rule.status, rule },
  to: formatLocation(to, query),
});

/** Whether a path is ours on a docs host, so that no redirect of a project's own applies. */
export function isReserved(at: At, path: string): boolean {
  const name = rootFileAt(path);
  return path === "/_" || path.startsWith("/_/") || (name !== null && isProvided(at, name));
}

/** A path as the redirects of this world see it. */
export function askedIn({ redirects }: World, at: At, path: string): Asked {
  const asked = askedOf(at, path);
  return redirects?.projectId === asked.project.id ? { ...asked, redirects: redirects.rules } : asked;
}

/** The project whose pages are read on a project's canonical host: itself, its main language, the parent of either. */
export function rootOf(project: DocsProject): DocsProject {
  const owner = project.main ?? project;
  return owner.parent?.project ?? owner;
}

function findPlace({ project, hosts }: World, url: URL): At | null {
  const named = parseHost(url.host, hosts);
  const family = relativesOf(rootOf(project));
  const isOn = (one: DocsProject, preview: string | null): boolean =>
    formatHost(one.slug, preview, hosts).toLowerCase() === url.host;
  for (const one of family) {
    if (named.kind === "preview" && isOn(one, named.version))
      return { project: one, preview: named.version, domain: null };
    if (named.kind === "public" && isOn(one, null)) return { project: one, preview: null, domain: null };
    const domain = one.domains.get(url.host);
    if (domain) return { project: one, preview: null, domain };
  }
  return null;
}

/** A root project and all whose pages are read below it. */
function relativesOf(root: DocsProject): DocsProject[] {
  const owners = [root, ...root.subprojects.values()];
  return owners.flatMap((owner) => [owner, ...owner.translations.values()]);
}
