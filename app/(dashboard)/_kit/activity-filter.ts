import type { ActivityFilter } from "#components/audit/api.ts";
import { auditKinds } from "#lib/audit/rules.ts";
import { offsetIn, type Search, textIn } from "./search.ts";

const DAY = /^\d{4}-\d\d-\d\d$/;

/** What an activity page's address asks for; what the API would refuse counts as not asked. */
export function activityFilterIn(search: Awaited<Search>): ActivityFilter {
  const text = (name: "q" | "actor") => textIn(search, name)?.slice(0, 200);
  const day = (name: "from" | "to") => {
    const value = textIn(search, name);
    return value && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
  };
  const kind = auditKinds.find((known) => known === textIn(search, "kind"));
  const offset = offsetIn(search);
  return {
    q: text("q"),
    actor: text("actor"),
    kind,
    from: day("from"),
    to: day("to"),
    offset: offset || undefined,
  };
}
