import { env } from "#lib/platform/env.ts";
import { type Purge, post } from "#lib/publishing/purges/adapters/network.ts";

/** Tells the tags to whatever listens at CDN_URL: `{"tags": ["guide", "guide:latest"]}`. */
export const purgeByHttp: Purge = async (tags) => {
  if (env.CDN_URL !== undefined) await post(env.CDN_URL, env.CDN_TOKEN, { tags });
};
