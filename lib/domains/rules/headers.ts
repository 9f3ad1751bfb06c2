/** What an owner may send with every answer on a domain (spec/serving.md 11), as it is written. */
export const headerNames = [
  "Access-Control-Allow-Origin",
  "Access-Control-Allow-Headers",
  "Access-Control-Expose-Headers",
  "Content-Security-Policy",
  "Feature-Policy",
  "Permissions-Policy",
  "Referrer-Policy",
  "X-Content-Type-Options",
  "X-Frame-Options",
] as const;
export type HeaderName = (typeof headerNames)[number];

const byLowerCase: ReadonlyMap<string, HeaderName> = new Map(
  headerNames.map((name) => [name.toLowerCase(), name]),
);

/** A header's name in its usual spelling; null for one that is not on the list. */
export const headerName = (name: string): HeaderName | null => byLowerCase.get(name.toLowerCase()) ?? null;

/** A message unless the text can be the value of a header: visible ASCII and spaces. */
export const headerValueProblem = (value: string): string | null =>
  /^[\x20-\x7e]+$/.test(value) ? null : "Use printable ASCII characters only.";
