import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { signedInOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { updateProfile } from "#lib/accounts/commands.ts";
import { presentAccount } from "#lib/accounts/present.ts";
import { getAccount } from "#lib/accounts/queries.ts";
import { accountJson, profileInput } from "#lib/accounts/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show your account",
    gate: signedInOnly,
    response: accountJson,
    run: async ({ actor }) => presentAccount(await getAccount(actor)),
  }),
  PATCH: endpoint({
    summary: "Change your profile",
    gate: signedInOnly,
    body: profileInput,
    response: accountJson,
    run: async ({ actor, body }) => {
      await updateProfile(actor, body);
      return presentAccount(await getAccount(actor));
    },
  }),
});
