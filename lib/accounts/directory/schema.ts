import { z } from "zod";
import { flag } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";
import { filterFlag, filterText } from "#lib/platform/wire/filters.ts";

/** An account as superusers see it. */
export const directoryUserJson = z
  .object({
    username: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    email_verified: z.boolean(),
    superuser: z.boolean(),
    active: z.boolean(),
    created: moment,
    last_active: moment.nullable(),
  })
  .meta({ id: "DirectoryUser" });
export type DirectoryUserJson = z.infer<typeof directoryUserJson>;

export const directoryFilter = z.object({
  q: filterText({ max: 254 }).describe("A part of the username or of an e-mail address."),
  active: filterFlag(),
});
export type DirectoryFilter = z.output<typeof directoryFilter>;

export const directoryInput = z.object({ active: flag() }).meta({ id: "DirectoryInput" });
