import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";
import { filterChoice, filterFlag, filterId, filterText } from "#lib/platform/wire/filters.ts";
import { recipientOrNull, recipientRef } from "#lib/sharing/recipients/schema.ts";

/** What was asked for: a page to read, a file to keep, or something else such as a picture of a page. */
export type AccessKind = "page" | "download" | "other";

/** Something that a share let somebody read, or did not. */
export interface Access {
  readonly projectId: number;
  readonly shareId: number;
  readonly recipientId: number | null;
  /** Null for a header token, and where somebody was refused before there was a session. */
  readonly sessionId: string | null;
  /** As it was asked for, without the query; never that of a secret link. */
  readonly path: string;
  readonly kind: AccessKind;
  readonly granted: boolean;
  readonly address: string;
  /** The `User-Agent`. */
  readonly client: string;
}

/** What a session, or an address that uses a share without one, did since the last time this was written down. */
export interface Visit {
  readonly shareId: number;
  readonly recipientId: number;
  readonly sessionId: string | null;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** Of the first access. */
  readonly path: string;
  readonly address: string;
  readonly client: string;
  pages: number;
  downloads: number;
  others: number;
  refused: number;
  /** In milliseconds since 1970. */
  lastAt: number;
}

/** An access that is written down by itself. */
export interface Sample extends Access {
  /** In milliseconds since 1970. */
  readonly at: number;
}

export interface UseBatch {
  readonly visits: readonly Visit[];
  readonly samples: readonly Sample[];
}

/** `?recipient=`: the id of one; what is no id is nobody's. */
export const recipientFilter = filterId();

const count = z.int().min(0);
const counts = { sessions: count, pages: count, downloads: count, refused: count };
const dayJson = z.string().meta({ format: "date" });

/** `?days=` of …/uses/. */
export const useQuery = z.object({ days: filterChoice(["30", "90"]), recipient: recipientFilter });
export type UseFilter = z.output<typeof useQuery>;

/** GET …/uses/: a session counts on the day it read its first page. Every day is there, the oldest first. */
export const useJson = z
  .object({
    share: z.int(),
    from: dayJson,
    to: dayJson,
    ...counts,
    first_used_at: moment.nullable(),
    last_used_at: moment.nullable(),
    days: z.array(z.object({ day: dayJson, ...counts }).meta({ id: "ShareUseDay" })),
    recipients: z.array(
      recipientRef
        .extend({ revoked: z.boolean(), ...counts, last_used_on: dayJson.nullable() })
        .meta({ id: "ShareUseRecipient" }),
    ),
    _links: z.object({ _self: z.string(), share: z.string(), accesses: z.string(), sessions: z.string() }),
  })
  .meta({ id: "ShareUse" });
export type UseJson = z.infer<typeof useJson>;

export const accessQuery = z.object({
  recipient: recipientFilter,
  session: filterText({ max: 36 }),
  granted: filterFlag(),
  as: filterChoice(["csv"]),
});
export type AccessFilter = z.output<typeof accessQuery>;

/** A single access; not every one is kept. */
export const accessJson = z
  .object({
    at: moment,
    recipient: recipientOrNull,
    session: z.string().nullable(),
    path: z.string(),
    granted: z.boolean(),
    address: z.string().nullable(),
    client: z.string(),
  })
  .meta({ id: "ShareAccess" });
export type AccessJson = z.infer<typeof accessJson>;
