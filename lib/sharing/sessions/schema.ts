import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";
import { filterChoice, filterId } from "#lib/platform/wire/filters.ts";
import { recipientOrNull } from "#lib/sharing/recipients/schema.ts";

/** A browser that has opened a link or given a password, as docs hosts know it. */
export interface DocsShareSession {
  readonly id: string;
  readonly shareId: number;
  readonly recipientId: number | null;
  /** It lasts while this secret does. */
  readonly secretId: number;
  /** The only host it counts on, port included. */
  readonly host: string;
}

export const sessionStates = ["open", "ended"] as const;

export const sessionQuery = z.object({ recipient: filterId(), state: filterChoice(sessionStates) });
export type SessionFilter = z.output<typeof sessionQuery>;

/** A browser that opened the link or gave the password. It is `open` while it may read on; that it was closed nobody can know. */
export const shareSessionJson = z
  .object({
    id: z.string(),
    recipient: recipientOrNull,
    state: z.enum(sessionStates),
    host: z.string(),
    created: moment,
    last_seen: moment,
    ended_at: moment.nullable(),
    end_reason: z.string().nullable(),
    address: z.string().nullable(),
    client: z.string(),
    pages: z.int().min(0),
    downloads: z.int().min(0),
    _links: z.object({ _self: z.string(), share: z.string() }),
  })
  .meta({ id: "ShareSession" });
export type ShareSessionJson = z.infer<typeof shareSessionJson>;
