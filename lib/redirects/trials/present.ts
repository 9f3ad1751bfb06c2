import type { RedirectRule } from "#lib/publishing/schema.ts";
import type { Trial } from "#lib/redirects/trials/queries.ts";
import type { TrialJson } from "#lib/redirects/trials/schema.ts";

/** A trial for the caller: redirects of other projects are followed, but not named. */
export function presentTrial({ redirects, ways, unreachable }: Trial): TrialJson {
  const own = new Set(redirects.map(({ id }) => id));
  const idOf = (rule: RedirectRule | null | undefined): number | null =>
    rule && own.has(rule.id) ? rule.id : null;
  const deciding = ways.map(({ way }) => [...way.hops.map(({ rule }) => idOf(rule)), idOf(way.leftAlone)]);
  const reached = new Set(deciding.flat());
  return {
    results: ways.map(({ asked, way }, index) => ({
      url: asked,
      exists: way.exists,
      redirect: deciding[index]?.find((id) => id !== null) ?? null,
      hops: way.hops.map(({ to, status, kind, rule }) => ({ to, status, kind, redirect: idOf(rule) })),
      end: way.end,
    })),
    never_reached: unreachable.map(({ rule, reason, by }) => ({
      redirect: rule.id,
      reason,
      because_of: by?.id ?? null,
    })),
    not_reached: [...own].filter((id) => !reached.has(id)),
  };
}
