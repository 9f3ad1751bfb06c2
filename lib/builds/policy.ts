import { type Abilities, nothing } from "#lib/access/rules.ts";
import * as versions from "#lib/versions/policy.ts";

/** A build is as visible as its version; a build whose version is gone is for members only (spec/api-v3.md 2.2). */
export function abilitiesOn(
  standing: versions.VersionStanding,
  build: { readonly version: versions.VersionAccess | null },
): Abilities {
  if (build.version) return versions.abilitiesOn(standing, build.version);
  return standing.member ? { view: true, admin: standing.admin } : nothing;
}
