import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { anyone } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { verifyEmail } from "#lib/accounts/emails/commands.ts";
import { emailCodeInput } from "#lib/accounts/emails/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Prove an e-mail address with the code that was sent to it",
    gate: anyone,
    body: emailCodeInput,
    response: null,
    run: ({ actor, body }) => verifyEmail(actor, body.code),
  }),
});
