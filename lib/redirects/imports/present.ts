import { actionOf, type Plan, revisionOf, type Stored } from "#lib/redirects/imports/rules/plan.ts";
import type { Values } from "#lib/redirects/imports/rules/values.ts";
import type { ImportJson, SettingsJson } from "#lib/redirects/imports/schema.ts";

const presentValues = (values: Values, position: number): SettingsJson => ({
  type: values.type,
  from_url: values.fromUrl,
  to_url: values.toUrl,
  http_status: values.httpStatus,
  force: values.force,
  enabled: values.enabled,
  description: values.description,
  position,
});

/** What an import changes, or would; `now` is the list after the answer. */
export function presentImport(plan: Plan, now: readonly Stored[], applied: boolean): ImportJson {
  const counts = { create: 0, update: 0, move: 0, delete: plan.removed.length, keep: 0 };
  const changes: ImportJson["changes"] = plan.removed.map((row) => ({
    action: "delete",
    redirect: row.id,
    line: null,
    from: presentValues(row, row.position),
    to: null,
  }));
  for (const [position, planned] of plan.list.entries()) {
    const action = actionOf(planned, position);
    counts[action] += 1;
    if (action === "keep") continue;
    const { before, line, after } = planned;
    changes.push({
      action,
      redirect: before?.id ?? null,
      line,
      from: before && presentValues(before, before.position),
      to: presentValues(after, position),
    });
  }
  return { applied, revision: revisionOf(now), counts, changes };
}
