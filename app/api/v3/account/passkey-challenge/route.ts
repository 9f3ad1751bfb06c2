import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { anyone } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { passkeyRequest } from "#lib/accounts/passkeys/commands.ts";
import { passkeyOptionsJson } from "#lib/accounts/passkeys/schema.ts";
import { callerOf } from "#lib/auth/actor.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "What the browser needs to log in with a passkey, whoever it belongs to",
    gate: anyone,
    response: passkeyOptionsJson,
    run: async ({ request }) => ({ options: await passkeyRequest(callerOf(request.headers)) }),
  }),
});
