import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { superuserOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { updateInstanceSettings } from "#lib/instance/commands.ts";
import { presentOperatorSettings } from "#lib/instance/present.ts";
import { findInstance } from "#lib/instance/queries.ts";
import { operatorSettingsInput, operatorSettingsJson } from "#lib/instance/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show who may sign up",
    gate: superuserOnly,
    response: operatorSettingsJson,
    run: async () => presentOperatorSettings(await findInstance()),
  }),
  PATCH: endpoint({
    summary: "Change who may sign up",
    gate: superuserOnly,
    body: operatorSettingsInput,
    response: operatorSettingsJson,
    run: async ({ actor, body }) => {
      await updateInstanceSettings(actor, body);
      return presentOperatorSettings(await findInstance());
    },
  }),
});
