import type { Probe } from "#lib/domains/rules/progress.ts";
import { guardedFetch, isFetchRefused } from "#lib/platform/http/fetch.ts";

/**
 * Asks the domain as a reader would whether this server answers there, and under which certificate. `ownAddresses` are those of
 * the platform's hosts, which may well be private.
 */
export async function probeSite(
  { host, https }: { host: string; https: boolean },
  ownAddresses: readonly string[],
  signal?: AbortSignal,
): Promise<Exclude<Probe, null>> {
  try {
    const answer = await guardedFetch(`${https ? "https" : "http"}://${host}/_/health_check/`, {
      timeoutMs: 15_000,
      maxBytes: 1_000,
      redirects: 0,
      ownAddresses,
      ...(signal && { signal }),
    });
    const ours = answer.status === 200 && answer.body.toString() === '{"status":"ok"}';
    return {
      certificate: { ok: true, note: "" },
      live: { ok: ours, note: "Another server answers at this domain." },
    };
  } catch (error) {
    if (!isFetchRefused(error)) throw error;
    const live = { ok: false, note: error.message };
    const note =
      error.reason === "certificate"
        ? error.message
        : "The server could not be asked yet, so its certificate is not known.";
    return { certificate: { ok: false, note }, live };
  }
}
