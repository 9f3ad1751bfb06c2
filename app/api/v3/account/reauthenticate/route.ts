import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { reauthenticationInput } from "#lib/accounts/sessions/schema.ts";
import { confirmIdentity } from "#lib/auth/confirm-identity.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Confirm that it is you, by password or passkey; good for two hours in this session",
    gate: sessionOnly,
    body: reauthenticationInput,
    response: null,
    run: ({ actor, body }) => confirmIdentity(actor, body),
  }),
});
