import { type Abilities, nothing } from "#lib/access/rules.ts";
import * as versions from "#lib/versions/policy.ts";
import type { Prisma } from "#prisma/client/client.ts";

/** A build is as visible as its version; a build whose version is gone is for members only (spec/api-v3.md 2.2). */
export function abilitiesOn(
  standing: versions.VersionStanding,
  build: { readonly version: versions.VersionAccess | null },
): Abilities {
  if (build.version) return versions.abilitiesOn(standing, build.version);
  return standing.member ? { view: true, admin: standing.admin } : nothing;
}

/** The same as a filter, inside one project the caller sees. */
export const visibleTo = (standing: versions.VersionStanding): Prisma.BuildWhereInput =>
  standing.member ? {} : { version: versions.visibleTo(standing) };
