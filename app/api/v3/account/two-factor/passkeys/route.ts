import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { proven, sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { addPasskey } from "#lib/accounts/passkeys/commands.ts";
import { presentPasskey } from "#lib/accounts/passkeys/present.ts";
import { newPasskeyJson, passkeyInput } from "#lib/accounts/passkeys/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Add a passkey; with the first second factor come recovery codes, shown in this answer only",
    gate: proven(sessionOnly),
    body: passkeyInput,
    response: newPasskeyJson,
    status: 201,
    run: async ({ actor, body }) => {
      const { row, recoveryCodes } = await addPasskey(actor, body);
      return { ...presentPasskey(row), recovery_codes: recoveryCodes };
    },
  }),
});
