import type { Found, PageJson, PageRequest } from "#lib/platform/wire/page.ts";

const USUAL_LIMIT = 10;
/** The contract knows no largest page; this bounds what one request can make the database and this process hold. */
const LARGEST_LIMIT = 10_000;
const LARGEST_OFFSET = 2 ** 31 - 1;

const whole = (text: string | undefined): number | null =>
  text !== undefined && /^\s*\+?\d+\s*$/.test(text) ? Number(text) : null;

/** `limit` and `offset`; what cannot be read silently becomes the default, the last of a repeated parameter wins. */
export function readPage(query: URLSearchParams): PageRequest {
  const limit = whole(query.getAll("limit").at(-1)) ?? 0;
  const offset = whole(query.getAll("offset").at(-1)) ?? 0;
  return {
    limit: limit === 0 ? USUAL_LIMIT : Math.min(limit, LARGEST_LIMIT),
    offset: Math.min(offset, LARGEST_OFFSET),
  };
}

function linkTo(url: URL, page: PageRequest): string {
  const link = new URL(url);
  link.searchParams.delete("limit");
  link.searchParams.delete("offset");
  link.searchParams.append("limit", String(page.limit));
  link.searchParams.append("offset", String(page.offset));
  link.searchParams.sort();
  return link.href;
}

/** The list envelope. `previous` names `offset` on the first page too (decision 2); links use the request's own address. */
export async function envelope<Row, Json>(
  url: URL,
  found: Found<Row>,
  present: (row: Row) => Json | Promise<Json>,
): Promise<PageJson<Json>> {
  const page = readPage(url.searchParams);
  const after = page.offset + page.limit;
  return {
    count: found.count,
    next: after < found.count ? linkTo(url, { ...page, offset: after }) : null,
    previous:
      page.offset > 0 ? linkTo(url, { ...page, offset: Math.max(0, page.offset - page.limit) }) : null,
    results: await Promise.all(found.rows.map(present)),
  };
}
