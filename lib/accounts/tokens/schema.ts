import { z } from "zod";
import { choice, dayRule, text, texts } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";

export const tokenScopes = ["read", "write"] as const;

/** `projects` are slugs the token is confined to; null or absent means all. `expires` is the last day it works, in UTC. */
export const tokenInput = z
  .object({
    name: text({ max: 100 }),
    scope: choice(tokenScopes).default("write"),
    projects: texts({ max: 63, most: 100 }).nullable().optional(),
    expires: text({ rules: [dayRule] })
      .nullable()
      .optional(),
  })
  .meta({ id: "TokenInput" });

/** PATCH: what is left out stays as it is. The end of a token does not move: another one takes its place. */
export const tokenChanges = z
  .object({
    name: text({ max: 100 }).optional(),
    scope: choice(tokenScopes).optional(),
    projects: texts({ max: 63, most: 100 }).nullable().optional(),
  })
  .meta({ id: "TokenChanges" });

/** What is shown of a token; its text is `prefix`, then what nobody can read again, then `last_four`. */
export const tokenJson = z
  .object({
    id: z.int(),
    name: z.string(),
    prefix: z.string(),
    last_four: z.string(),
    scope: z.enum(tokenScopes),
    projects: z.array(z.string()).nullable(),
    created: moment,
    expires: z.string().nullable(),
    last_used: moment.nullable(),
    last_used_address: z.string().nullable(),
    last_used_client: z.string().nullable().meta({ description: "What the program called itself." }),
    _links: z.object({ _self: z.string() }),
  })
  .meta({ id: "ApiToken" });
export type TokenJson = z.infer<typeof tokenJson>;

/** The only answer that holds the token itself. */
export const newTokenJson = tokenJson.extend({ token: z.string() }).meta({ id: "NewApiToken" });

/** How long the old token works beside the new one. */
export const rotateInput = z
  .object({ overlap_hours: choice([0, 1, 24, 168]).default(0) })
  .meta({ id: "TokenRotation" });
