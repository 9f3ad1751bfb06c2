import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { proven, sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { passkeyCreation } from "#lib/accounts/passkeys/commands.ts";
import { passkeyOptionsJson } from "#lib/accounts/passkeys/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Begin with a passkey: what the browser needs to make one",
    gate: proven(sessionOnly),
    response: passkeyOptionsJson,
    run: async ({ actor }) => ({ options: await passkeyCreation(actor) }),
  }),
});
