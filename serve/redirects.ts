import { env } from "#lib/platform/env.ts";
import { docsHosts } from "#lib/publishing/queries.ts";
import { type Asked, askedOf, follow } from "#lib/redirects/rules/follow.ts";
import { formatLocation } from "#lib/redirects/rules/target.ts";
import type { CachePolicy } from "#serve/cache-policy.ts";
import { policyOf } from "#serve/documents.ts";
import type { Answer } from "#serve/request.ts";
import { redirectAnswer } from "#serve/respond.ts";
import { placeOfVisit, type Visit } from "#serve/visit.ts";

/**
 * The first forced redirect of the project's own that matches a version's path: these come before the right to read, whose target
 * decides again (spec/serving.md 7, step 11).
 */
export function followForcedRedirect(visit: Visit): Answer | null {
  const { at, target, view } = visit;
  if (view.kind !== "page" || view.project.redirects.length === 0) return null;
  const policy = policyOf(view.version) === "private" ? "private" : "redirect";
  return answer(visit, askedOf(at, target.path), { forced: true, policy });
}

/** The first redirect of the project's own that matches what is missing (spec/serving.md 9, second step). */
export function followAnyRedirect(visit: Visit): Answer | null {
  const policy = env.EDITION === "community" ? "redirect" : "private";
  return answer(visit, askedOf(visit.at, visit.target.path), { forced: false, policy });
}

function answer(visit: Visit, asked: Asked, how: { forced: boolean; policy: CachePolicy }): Answer | null {
  const followed = follow(asked, docsHosts, how);
  if (followed?.kind !== "redirect") return null;
  const { project, version } = asked;
  const slug = version !== null && project.versions.has(version) ? version : null;
  return redirectAnswer(formatLocation(followed.to, visit.target.query), {
    reason: "user",
    status: followed.rule.status,
    policy: how.policy,
    place: placeOfVisit(visit, project, slug),
  });
}
