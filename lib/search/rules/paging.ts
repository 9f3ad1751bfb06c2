import { invalid } from "#lib/platform/errors.ts";

export const usualPageSize = 15;
export const largestPageSize = 30;
/** Results that can be reached by paging. */
const window = 1000;

/** A page of results. */
export interface ResultPage {
  readonly number: number;
  readonly size: number;
}

/**
 * The page that was asked for. A size that is none becomes the usual one, a larger one the largest. Throws 400 for a page that is
 * none and for one beyond the first thousand results.
 */
export function readResultPage(given: {
  page?: string | undefined;
  page_size?: string | undefined;
}): ResultPage {
  const size = /^\s*\d+\s*$/.test(given.page_size ?? "") ? Number(given.page_size) : 0;
  const page = { number: Number(given.page ?? "1"), size: Math.min(size || usualPageSize, largestPageSize) };
  if (!/^\s*\d+\s*$/.test(given.page ?? "1") || page.number === 0) throw invalid(["Invalid page"]);
  if (!isReachable(page)) throw invalid(["Page number is too high."]);
  return page;
}

export const isReachable = ({ number, size }: ResultPage): boolean => number * size <= window;
