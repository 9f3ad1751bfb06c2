import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { presentSecondFactors } from "#lib/accounts/second-factors/present.ts";
import { getSecondFactors } from "#lib/accounts/second-factors/queries.ts";
import { secondFactorsJson } from "#lib/accounts/second-factors/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show what logging in to your account asks for besides the password",
    gate: sessionOnly,
    response: secondFactorsJson,
    run: async ({ actor }) => presentSecondFactors(await getSecondFactors(actor)),
  }),
});
