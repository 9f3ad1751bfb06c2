import { z } from "zod";
import { text } from "#lib/platform/wire/coerce.ts";

/** What would be left without anybody: it is handed over or deleted first. */
const blocker = z.object({ kind: z.enum(["organization", "project"]), slug: z.string(), name: z.string() });

export const accountDeletionJson = z
  .object({
    blocked_by: z.array(blocker).meta({ description: "You are the last owner or maintainer of these." }),
    tokens: z.int().meta({ description: "Tokens that would stop working." }),
    teams: z.int().meta({ description: "Teams you would leave." }),
  })
  .meta({ id: "AccountDeletion" });
export type AccountDeletionJson = z.infer<typeof accountDeletionJson>;

export const accountDeletionInput = z
  .object({ username: text({ max: 150 }) })
  .meta({ id: "AccountDeletionInput" });
