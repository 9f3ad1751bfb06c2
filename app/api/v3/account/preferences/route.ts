import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { signedInOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { updatePreferences } from "#lib/accounts/preferences/commands.ts";
import { getPreferences } from "#lib/accounts/preferences/queries.ts";
import { preferencesInput, preferencesJson } from "#lib/accounts/preferences/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show how you want the dashboard",
    gate: signedInOnly,
    response: preferencesJson,
    run: ({ actor }) => getPreferences(actor.userId),
  }),
  PATCH: endpoint({
    summary: "Change how you want the dashboard",
    gate: signedInOnly,
    body: preferencesInput,
    response: preferencesJson,
    run: async ({ actor, body }) => {
      await updatePreferences(actor, body);
      return getPreferences(actor.userId);
    },
  }),
});
