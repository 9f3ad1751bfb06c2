import { type Gate, named, superuserOnly } from "#app/api/v3/_kit/gates.ts";
import type { Params } from "#app/api/v3/_kit/negotiate.ts";
import type { Actor } from "#lib/access/schema.ts";
import { openDirectoryUser } from "#lib/accounts/directory/queries.ts";
import { openFailedJob } from "#lib/instance/failed-jobs/queries.ts";

export const failedJobGate = {
  name: "superuser:failed-job",
  open: async (actor: Actor, params: Params) => {
    superuserOnly.open(actor);
    return { job: await openFailedJob(actor, named(params, "job")) };
  },
} satisfies Gate<object>;

export const directoryGate = {
  name: "superuser:user",
  open: async (actor: Actor, params: Params) => {
    superuserOnly.open(actor);
    return { user: await openDirectoryUser(actor, named(params, "username")) };
  },
} satisfies Gate<object>;
