import { z } from "zod";
import { env } from "#lib/platform/env.ts";
import { type Purge, PurgeFailed, post } from "#lib/publishing/purges/adapters/network.ts";

const cloudflareApi = "https://api.cloudflare.com/client/v4";
const answer = z.object({ success: z.boolean() });

/** Purges by tag in each of CDN_ZONES. */
export const purgeCloudflare: Purge = async (tags) => {
  const api = (env.CDN_URL ?? cloudflareApi).replace(/\/+$/, "");
  for (const zone of env.CDN_ZONES) {
    const url = `${api}/zones/${encodeURIComponent(zone)}/purge_cache`;
    const { body } = await post(url, env.CDN_TOKEN, { tags });
    if (!saysSuccess(body.toString())) throw new PurgeFailed("Cloudflare answered that it has not purged.");
  }
};

function saysSuccess(text: string): boolean {
  try {
    return answer.parse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
