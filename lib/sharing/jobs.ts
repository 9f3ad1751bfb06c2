import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Forgets the secrets of shares that ended long ago. */
export const wipeShareSecrets = defineJob({ name: "share.wipe-secrets", payload: z.object({}) });

/** Removes sessions of shares and requests for more time that ended long ago. */
export const cleanShares = defineJob({ name: "share.clean", payload: z.object({}) });
