import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { anyone } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { resetPassword } from "#lib/accounts/passwords/commands.ts";
import { resetInput } from "#lib/accounts/passwords/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Choose a new password with the code that was mailed, and sign out everywhere",
    gate: anyone,
    body: resetInput,
    response: null,
    run: ({ actor, body }) => resetPassword(actor, body),
  }),
});
