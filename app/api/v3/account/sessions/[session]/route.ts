import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { named, sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { endSession } from "#lib/accounts/sessions/commands.ts";
import { notFound } from "#lib/platform/errors.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  DELETE: endpoint({
    summary: "Sign out on one device",
    gate: sessionOnly,
    response: null,
    run: async ({ actor, params }) => {
      const publicHash = Buffer.from(named(params, "session"), "hex");
      if (!(await endSession(actor, { publicHash }))) throw notFound("Session");
    },
  }),
});
