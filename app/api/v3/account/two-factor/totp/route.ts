import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { proven, sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { confirmTotp, removeTotp, startTotp } from "#lib/accounts/second-factors/commands.ts";
import { recoveryCodesJson, totpCodeInput, totpSetupJson } from "#lib/accounts/second-factors/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Begin with an authenticator app: its secret, which is shown in this answer only",
    gate: proven(sessionOnly),
    response: totpSetupJson,
    run: ({ actor }) => startTotp(actor),
  }),
  PUT: endpoint({
    summary: "Turn the authenticator app on with its first code",
    gate: proven(sessionOnly),
    body: totpCodeInput,
    response: recoveryCodesJson,
    run: async ({ actor, body }) => ({ recovery_codes: await confirmTotp(actor, body.code) }),
  }),
  DELETE: endpoint({
    summary: "Remove the authenticator app",
    gate: proven(sessionOnly),
    response: null,
    run: ({ actor }) => removeTotp(actor),
  }),
});
