import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { named } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { presentProfile } from "#lib/accounts/public/present.ts";
import { getProfile } from "#lib/accounts/public/queries.ts";
import { profileJson } from "#lib/accounts/public/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show what everybody may know of an account",
    gate: {
      name: "anyone",
      open: async (_actor, params) => ({ profile: await getProfile(named(params, "username")) }),
    },
    response: profileJson,
    run: async ({ profile }) => presentProfile(profile),
  }),
});
