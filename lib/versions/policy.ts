import type { Abilities } from "#lib/access/rules.ts";
import type { PrivacyLevel } from "#lib/projects/schema.ts";
import type { VersionType } from "#lib/versions/schema.ts";
import type { Prisma } from "#prisma/client/client.ts";

/** How the caller stands to the version's project, which is already known to be visible to them. */
export type VersionStanding = {
  readonly member: boolean;
  readonly admin: boolean;
  readonly externalBuildsPrivacyLevel: PrivacyLevel;
};

export type VersionAccess = {
  readonly type: VersionType;
  readonly privacyLevel: PrivacyLevel;
};

/**
 * What the caller may do with a version of a project they see. A pull-request version follows the project's level for previews,
 * whatever its own says.
 */
export function abilitiesOn(standing: VersionStanding, version: VersionAccess): Abilities {
  const level = version.type === "external" ? standing.externalBuildsPrivacyLevel : version.privacyLevel;
  return { view: standing.member || level === "public", admin: standing.admin };
}

/** The same as a filter, inside one project the caller sees. */
export function visibleTo(standing: VersionStanding): Prisma.VersionWhereInput {
  if (standing.member) return {};
  const own: Prisma.VersionWhereInput = { type: { not: "external" }, privacyLevel: "public" };
  return standing.externalBuildsPrivacyLevel === "public" ? { OR: [own, { type: "external" }] } : own;
}
