import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { proven, sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { renewRecoveryCodes } from "#lib/accounts/second-factors/commands.ts";
import { recoveryCodesJson } from "#lib/accounts/second-factors/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Make new recovery codes, shown in this answer only; the old ones end",
    gate: proven(sessionOnly),
    response: recoveryCodesJson,
    run: async ({ actor }) => ({ recovery_codes: await renewRecoveryCodes(actor) }),
  }),
});
