/** How many domains a project may have. */
export const mostDomains = (edition: "business" | "community"): number => (edition === "community" ? 2 : 50);

export const limitReached = (most: number): string =>
  `This project has reached the limit of ${most} domains. Remove one first.`;

export const notOnSubprojects =
  "The pages of a subproject are on the domain of its parent. Add the domain to the parent project instead.";

export const alreadyCanonical = (host: string): string =>
  `${host} is the canonical domain already. Send move_canonical as well to move the mark.`;

/** What is sent with answers on a domain, as far as its parts must fit together. */
type Sent = {
  readonly https: boolean;
  readonly hstsSeconds: number;
  readonly headers: readonly { readonly name: string }[];
};

/** What is wrong with a domain's settings, by field. `before` is null for a new one. */
export function settingProblems(before: { https: boolean } | null, wanted: Sent): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  if (before?.https && !wanted.https)
    problems.https = ["HTTPS cannot be switched off again: browsers may have been told to insist on it."];
  if (!wanted.https && wanted.hstsSeconds > 0)
    problems.hsts_max_age = ["Browsers can only be told to insist on HTTPS where it is on."];
  const names = wanted.headers.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) problems.headers = [`${twice} is there twice.`];
  return problems;
}
