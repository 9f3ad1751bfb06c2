import { z } from "zod";

/** What a sync of versions with a repository changed. */
export const syncCounts = z.object({
  /** New versions, inactive unless the platform activated one. */
  created: z.int(),
  /** Inactive versions whose branch or tag is gone. */
  removed: z.int(),
  /** Active versions whose branch or tag is gone; they stay. */
  gone: z.int(),
});
export type SyncCounts = z.infer<typeof syncCounts>;

/** POST …/sync-versions/. */
export const syncAnswer = z.object({ triggered: z.boolean() }).meta({ id: "Sync" });
