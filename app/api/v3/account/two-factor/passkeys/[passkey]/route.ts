import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { named, proven, sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { removePasskey } from "#lib/accounts/passkeys/commands.ts";
import { readId } from "#lib/platform/wire/ids.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  DELETE: endpoint({
    summary: "Remove a passkey",
    gate: proven(sessionOnly),
    response: null,
    run: ({ actor, params }) => removePasskey(actor, readId(named(params, "passkey"), "Passkey")),
  }),
});
