import { compare, explain, valid } from "@renovatebot/pep440";

/**
 * A name as a PEP 440 version, or null when it is none (spec/builds.md 12.5). Names are folded to ASCII first, and `1.0.x` stands
 * above every `1.0.<number>`.
 */
export function releaseOf(name: string): string | null {
  const ascii = name.normalize("NFKD").replace(/[^ -~]/g, "");
  return valid(ascii.replaceAll(".x", ".999999"));
}

/** Below zero when the first release is older. Both come from `releaseOf`. */
export const compareReleases = (a: string, b: string): number => compare(a, b);

/** Neither a pre-release nor a development release; post releases and local versions are final. */
export function isFinalRelease(release: string): boolean {
  const parts = explain(release);
  return parts !== null && !parts.is_prerelease && !parts.is_devrelease;
}
