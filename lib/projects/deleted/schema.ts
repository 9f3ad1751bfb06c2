import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";

/** A project that was deleted and can be restored. */
export const deletedProjectJson = z
  .object({
    slug: z.string(),
    name: z.string(),
    organization: z.string().nullable(),
    deleted: moment,
    /** Null where that was no person, or one who has left. */
    deleted_by: z.string().nullable(),
    restorable_until: moment,
    _links: z.object({ restore: z.string() }),
  })
  .meta({ id: "DeletedProject" });
export type DeletedProjectJson = z.infer<typeof deletedProjectJson>;
