const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A cached answer, one version or a page of them, in which the version of this slug has these values already. */
export function withChanged(answer: unknown, slug: string, changes: Record<string, unknown>): unknown {
  if (!isRecord(answer)) return answer;
  if (answer.slug === slug) return { ...answer, ...changes };
  if (!Array.isArray(answer.results)) return answer;
  return { ...answer, results: answer.results.map((row: unknown) => withChanged(row, slug, changes)) };
}
