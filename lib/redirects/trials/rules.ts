import type { RedirectRule } from "#lib/publishing/schema.ts";
import { normalise, ruleOf } from "#lib/redirects/rules.ts";
import type { RedirectDraft } from "#lib/redirects/trials/schema.ts";

/** A draft as docs hosts would follow it; its id is 0 unless it is to replace a redirect. */
export const draftRule = (draft: RedirectDraft): RedirectRule =>
  ruleOf(
    normalise({
      id: draft.pk ?? 0,
      position: 0,
      type: draft.type,
      fromUrl: draft.from_url ?? "",
      toUrl: draft.to_url ?? "",
      httpStatus: draft.http_status ?? 302,
      force: draft.force ?? false,
    }),
  );

/**
 * A project's enabled redirects as they would be with a draft saved: in place of the one of its id, else at `position`, which is at
 * the front unless given. Positions count those that are not enabled, too.
 */
export function withDraft(
  rules: readonly RedirectRule[],
  draft: RedirectRule,
  position?: number,
): RedirectRule[] {
  const replaced = rules.find(({ id }) => id === draft.id)?.position;
  const at = position ?? replaced ?? 0;
  const others = rules.filter(({ id }) => id !== draft.id);
  const isBefore = (rule: RedirectRule): boolean =>
    rule.position - (replaced !== undefined && rule.position > replaced ? 1 : 0) < at;
  return [
    ...others.filter(isBefore),
    { ...draft, position: at },
    ...others.filter((rule) => !isBefore(rule)),
  ];
}
