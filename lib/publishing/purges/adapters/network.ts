import { type GuardedResponse, guardedFetch, isFetchRefused } from "#lib/platform/http/fetch.ts";

/** Asks a content delivery network to forget tags, at most 30. Throws PurgeFailed. */
export type Purge = (tags: readonly string[]) => Promise<void>;

/** Why a network did not do it, in one sentence without secrets. Recognise it with `isPurgeFailed`. */
export class PurgeFailed extends Error {
  readonly code = "purge_failed";
}

export const isPurgeFailed = (error: unknown): error is PurgeFailed =>
  error instanceof Error && (error as { code?: unknown }).code === "purge_failed";

/** Posts JSON to a network; returns its answer, whose status is 2xx. */
export async function post(url: string, token: string | undefined, body: object): Promise<GuardedResponse> {
  const response = await guardedFetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    // One that sends us elsewhere is set up wrong: following would turn the request into a GET.
    redirects: 0,
    maxBytes: 64 * 1024,
  }).catch((error: unknown) => {
    throw isFetchRefused(error) ? new PurgeFailed(error.message) : error;
  });
  if (response.status < 200 || response.status > 299)
    throw new PurgeFailed(`The content delivery network answered ${response.status}.`);
  return response;
}
