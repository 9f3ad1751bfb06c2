import type { Actor } from "#lib/access/schema.ts";
import { type ProjectAccess, standingIn } from "#lib/projects/policy.ts";
import type { PrivacyLevel } from "#lib/projects/schema.ts";
import { abilitiesOn } from "#lib/versions/policy.ts";

type Searched = ProjectAccess & { readonly externalBuildsPrivacyLevel: PrivacyLevel };

/**
 * Whether the caller may search a version: exactly when they may read its pages. As on docs hosts the version decides, whatever
 * the level of its project.
 */
export function maySearch(
  actor: Actor,
  project: Searched,
  version: { readonly type: "branch" | "tag" | "external" | "unknown"; readonly privacyLevel: PrivacyLevel },
): boolean {
  const { externalBuildsPrivacyLevel } = project;
  return abilitiesOn({ ...standingIn(actor, project), externalBuildsPrivacyLevel }, version).view;
}
