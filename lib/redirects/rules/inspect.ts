import { defaultVersionOf, encodePath, formatDocsPath } from "#lib/publishing/rules/address.ts";
import { type At, pageLink, resolve } from "#lib/publishing/rules/resolve.ts";
import type { DocsProject, RedirectRule } from "#lib/publishing/schema.ts";
import { follow } from "#lib/redirects/rules/follow.ts";
import { compileRules } from "#lib/redirects/rules/match.ts";
import { plainText } from "#lib/redirects/rules/target.ts";
import {
  askedIn,
  isReserved,
  longestUrl,
  rootOf,
  type Trace,
  trace,
  type World,
  withoutQuery,
} from "#lib/redirects/rules/trace.ts";
import { isSuffixType } from "#lib/redirects/rules.ts";

/** Stands for whatever a `*` may match: no stored address holds it. */
const anything = "\u{e000}";
/** Browsers give up after as many. */
const mostHops = 20;

/** An address, percent-decoded, that a redirect is meant for: its `from_url`, for a `*` something below, for a page in the default version. */
function exampleOf(rule: RedirectRule, project: DocsProject): string {
  const examples = { clean_url_to_html: `/${anything}/`, html_to_clean_url: `/${anything}.html` };
  const page = isSuffixType(rule.type) ? examples[rule.type] : rule.fromUrl.replace(/\*$/, anything);
  if (rule.type === "exact") return page;
  return formatDocsPath(project, { version: defaultVersionOf(project), filename: page });
}

/** A way round: the addresses readers would see, percent-decoded paths, the first once more at the end. */
export interface Circle {
  readonly ruleIds: readonly number[];
  readonly paths: readonly string[];
}

/**
 * The ways on which a project's redirects would send readers round for ever where no page exists: each redirect is followed from an
 * address it is meant for, through built-in redirects and the project's others, until it comes to an address for the second time or
 * has been sent on more often than browsers follow. A redirect that only leads to itself is one too.
 */
export async function findCircles(
  world: Pick<World, "project" | "hosts">,
  rules: readonly RedirectRule[],
): Promise<Circle[]> {
  const empty: World = {
    ...world,
    redirects: { projectId: world.project.id, rules },
    find: async () => "missing",
  };
  const circles: Circle[] = [];
  for (const { rule } of compileRules(rules).all) {
    const way = await trace(empty, encodePath(exampleOf(rule, world.project)), mostHops);
    const circle = circleOf(way, rule);
    if (circle !== null) circles.push(circle);
  }
  return circles;
}

function circleOf({ url, hops, end, leftAlone }: Trace, rule: RedirectRule): Circle | null {
  const urls = [url, ...hops.map(({ to }) => to)];
  if (leftAlone === rule && hops.every(({ kind }) => kind !== "user"))
    return { ruleIds: [rule.id], paths: [show(end.url), show(end.url)] };
  const isEndless = end.outcome === "too_many_hops" || end.url.length > longestUrl;
  if (end.outcome !== "circle" && !isEndless) return null;
  const first = urls.findIndex((one) => withoutQuery(one) === withoutQuery(end.url));
  const start = isEndless ? Math.max(0, urls.length - 4) : first;
  const ruleIds = hops.slice(start).flatMap((hop) => (hop.rule === null ? [] : [hop.rule.id]));
  return { ruleIds, paths: urls.slice(start).map(show) };
}

/** The path of an address as people write it, or its beginning. */
function show(url: string): string {
  const path = plainText(new URL(url).pathname).replaceAll(anything, "…");
  return path.length > longestShown ? `${path.slice(0, longestShown - 1)}…` : path;
}
const longestShown = 200;

/** Why an enabled redirect never decides anything. `by` is the one that always comes before it. */
export interface Unreachable {
  readonly rule: RedirectRule;
  readonly reason:
    | "earlier_redirect"
    | "opposite_redirect"
    | "built_in_redirect"
    | "reserved_path"
    | "other_project";
  readonly by: RedirectRule | null;
}

/** The redirects of a project that no reader ever comes to, in their order. */
export function findUnreachable(world: World): Unreachable[] {
  const { project } = world;
  const at: At = { project: rootOf(project), preview: null, domain: null };
  const kept = new Set(compileRules(project.redirects).all.map(({ rule }) => rule));
  return project.redirects.flatMap((rule): Unreachable[] => {
    if (!kept.has(rule)) {
      const by = project.redirects.find(({ type }) => isSuffixType(type)) ?? null;
      return [{ rule, reason: "opposite_redirect", by }];
    }
    const found = whyUnreachable(world, at, rule);
    return found === null ? [] : [{ rule, ...found }];
  });
}

function whyUnreachable(world: World, at: At, rule: RedirectRule): Omit<Unreachable, "rule"> | null {
  const path = exampleOf(rule, world.project);
  if (rule.type === "exact") {
    if (isReserved(at, path)) return { reason: "reserved_path", by: null };
    const here = { ...at, domain: canonicalDomain(at.project) };
    if ((pageLink(here, path) ?? resolve(here, path)).kind === "redirect")
      return { reason: "built_in_redirect", by: null };
  }
  const asked = askedIn(world, at, path);
  if (asked.project.id !== world.project.id) return { reason: "other_project", by: null };
  const passes = rule.force ? [true, false] : [false];
  const winners = passes.map((forced) => follow(asked, world.hosts, { forced })?.rule ?? null);
  const [by = null] = winners;
  const isHidden = winners.every((winner) => winner !== null && winner !== rule && covers(winner, rule));
  return isHidden ? { reason: "earlier_redirect", by } : null;
}

const canonicalDomain = ({ domain, domains }: DocsProject): At["domain"] =>
  domain === null ? null : (domains.get(domain.host) ?? null);

/** Whether a redirect that wins at the example of another wins everywhere the other matches. */
function covers(winner: RedirectRule, other: RedirectRule): boolean {
  if (winner.type === other.type || other.type === "exact") return true;
  return winner.fromUrl === "/*" || (isSuffixType(winner.type) && !other.fromUrl.endsWith("*"));
}
