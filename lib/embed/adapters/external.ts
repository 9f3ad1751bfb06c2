import { LRUCache } from "lru-cache";
import { clock } from "#lib/platform/clock.ts";
import { guardedFetch } from "#lib/platform/http/fetch.ts";
import { perProcess } from "#lib/platform/per-process.ts";

/** A page as it came: its bytes and what was said of them. */
export interface FetchedPage {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Larger pages are not embedded, in bytes. */
export const largestPage = 5 * 1024 * 1024;

/** Pages of other hosts by address, for 50 seconds; 64 MB. */
const pages = perProcess(
  "embeddedPages",
  () =>
    new LRUCache<string, FetchedPage>({
      maxSize: 64 * 1024 * 1024,
      sizeCalculation: ({ bytes }) => bytes.length + 1024,
      ttl: 50_000,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
    }),
);

/** A page of another host, within a second; null when there is none. Throws FetchRefused. */
export async function fetchPage(address: string, mayAsk: (url: URL) => boolean): Promise<FetchedPage | null> {
  const known = pages.get(address);
  if (known) return known;
  const headers = { accept: "text/html" };
  const limits = { timeoutMs: 1000, maxBytes: largestPage, redirects: 5, mayAsk };
  const answer = await guardedFetch(address, { headers, ...limits });
  if (answer.status < 200 || answer.status > 299) return null;
  const page = { bytes: answer.body, contentType: answer.headers.get("content-type") ?? "" };
  pages.set(address, page);
  return page;
}
