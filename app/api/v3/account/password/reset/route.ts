import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { anyone } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { requestReset } from "#lib/accounts/passwords/commands.ts";
import { resetRequestInput } from "#lib/accounts/passwords/schema.ts";
import { callerOf } from "#lib/auth/actor.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Ask for a mail to choose a new password; the answer is the same for every address",
    gate: anyone,
    body: resetRequestInput,
    response: null,
    run: ({ request, body }) => requestReset(callerOf(request.headers), body.email),
  }),
});
