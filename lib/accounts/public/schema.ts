import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";

/** What an account tells everybody about its person. */
export const profileJson = z
  .object({ username: z.string(), first_name: z.string(), last_name: z.string(), created: moment })
  .meta({ id: "Profile" });
export type ProfileJson = z.infer<typeof profileJson>;
