import { z } from "zod";

/** One event as it is sent: its number in the build, and what it says (`buildEvent` of lib/builds/runs/schema.ts). */
export const storedEvent = z.object({
  sequence: z.int(),
  kind: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type StoredEvent = z.infer<typeof storedEvent>;
