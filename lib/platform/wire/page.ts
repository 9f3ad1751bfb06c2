import { z } from "zod";

/** The part of a list that was asked for. */
export type PageRequest = { readonly limit: number; readonly offset: number };

/** What a list query returns: the rows of one page and how many there are in all. */
export type Found<Row> = { readonly count: number; readonly rows: readonly Row[] };

export const nothingFound: Found<never> = { count: 0, rows: [] };

/** The list envelope (spec/service.md, paginated list envelope). */
export const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({
    count: z.int().min(0),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });

export type PageJson<T> = { count: number; next: string | null; previous: string | null; results: T[] };

/** The rows of a page with how many there are in all. They are counted only where the page itself does not tell. */
export async function withCount<Row>(
  { limit, offset }: PageRequest,
  rows: readonly Row[],
  count: () => Promise<number>,
): Promise<Found<Row>> {
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  return { count: isLast ? offset + rows.length : await count(), rows };
}
