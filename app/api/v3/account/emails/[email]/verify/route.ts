import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { named, sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { resendEmailCode } from "#lib/accounts/emails/commands.ts";
import { readId } from "#lib/platform/wire/ids.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Mail the code of an unverified e-mail address once more",
    gate: sessionOnly,
    response: null,
    run: ({ actor, params }) => resendEmailCode(actor, readId(named(params, "email"), "Email")),
  }),
});
