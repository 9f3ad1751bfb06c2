import type { RedirectRule } from "#lib/publishing/schema.ts";
import { parseTarget, type Target } from "#lib/redirects/rules/target.ts";
import type { RedirectType } from "#lib/redirects/schema.ts";

/** A redirect ready to be compared with a request. */
export interface CompiledRule {
  readonly rule: RedirectRule;
  /** `from_url`, without its `*` when it ends with one. */
  readonly from: string;
  readonly isWildcard: boolean;
  readonly target: Target;
}

/** A project's redirects in their order; `forced` are those also followed where a page exists. */
export interface CompiledRules {
  readonly all: readonly CompiledRule[];
  readonly forced: readonly CompiledRule[];
}

const compiled = new WeakMap<readonly RedirectRule[], CompiledRules>();

/** The enabled redirects of a project, compiled the first time a snapshot of it is asked. */
export function compileRules(rules: readonly RedirectRule[]): CompiledRules {
  const known = compiled.get(rules);
  if (known !== undefined) return known;
  const all = withoutOpposite(rules).flatMap(compileRule);
  const made = { all, forced: all.filter(({ rule }) => rule.force) };
  compiled.set(rules, made);
  return made;
}

/**
 * Of the two types about `.html` only the first in order counts: each sends to what the other sends back, so a reader of a page that
 * is missing would go to and fro for ever.
 */
function withoutOpposite(rules: readonly RedirectRule[]): readonly RedirectRule[] {
  const first = rules.find(({ type }) => type in suffixes);
  return rules.filter((rule) => !(rule.type in suffixes) || rule === first);
}

function compileRule(rule: RedirectRule): CompiledRule[] {
  const target = parseTarget(rule.toUrl);
  if (target === null) return [];
  const isWildcard = rule.fromUrl.endsWith("*");
  return [{ rule, from: isWildcard ? rule.fromUrl.slice(0, -1) : rule.fromUrl, isWildcard, target }];
}

/** The request as redirects see it, percent-decoded: the whole path, and the part of it behind language and version. */
export interface Subject {
  readonly path: string;
  readonly filename: string;
}

/**
 * A subject as it is compared (spec/serving.md 10.3): tabs and line ends, which browsers drop from addresses, are gone, and it begins
 * with one slash.
 */
export const tidy = (text: string): string => `/${text.replace(/[\t\r\n]/g, "").replace(/^\/+/, "")}`;

function withoutLastSlash(text: string): string {
  let end = text.length;
  while (end > 1 && text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}

/** A redirect that matches, and what its `*` stands for. */
export interface Match {
  readonly rule: CompiledRule;
  readonly splat: string;
}

/** The first of some redirects that matches a tidy subject (spec/serving.md 10.4). */
export function firstMatch(rules: readonly CompiledRule[], subject: Subject): Match | null {
  for (const rule of rules) {
    const splat = matchRule(rule, subject);
    if (splat !== null) return { rule, splat };
  }
  return null;
}

/** What the `*` of a redirect stands for, "" where it has none; null when it does not match. */
function matchRule({ rule, from, isWildcard }: CompiledRule, { path, filename }: Subject): string | null {
  if (rule.type === "clean_url_to_html" || rule.type === "html_to_clean_url")
    return withOtherSuffix(rule.type, filename) === null ? null : "";
  const compared = rule.type === "exact" ? path : filename;
  if (isWildcard) return compared.startsWith(from) ? compared.slice(from.length) : null;
  return withoutLastSlash(compared) === from ? "" : null;
}

const suffixes: Partial<Record<RedirectType, { from: RegExp; never: RegExp; to: string }>> = {
  clean_url_to_html: { from: /\/(?:index\.html)?$/, never: /^\/(?:index\.html)?$/, to: ".html" },
  html_to_clean_url: { from: /\.html$/, never: /\/index\.html$/, to: "/" },
};

/** The file a redirect about `.html` sends to, null where it does not match; never from the root of a version. */
export function withOtherSuffix(type: RedirectType, filename: string): string | null {
  const suffix = suffixes[type];
  if (!suffix?.from.test(filename) || suffix.never.test(filename)) return null;
  return filename.replace(suffix.from, suffix.to);
}
