import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { changePassword } from "#lib/accounts/passwords/commands.ts";
import { passwordInput } from "#lib/accounts/passwords/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Change your password and sign out everywhere else",
    gate: sessionOnly,
    body: passwordInput,
    response: null,
    run: ({ actor, body }) => changePassword(actor, body),
  }),
});
