import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { named, sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { undoRevokeToken } from "#lib/accounts/tokens/commands.ts";
import { presentToken } from "#lib/accounts/tokens/present.ts";
import { tokenJson } from "#lib/accounts/tokens/schema.ts";
import { readId } from "#lib/platform/wire/ids.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Take revoking an API token back within 15 seconds; its text is the same",
    gate: sessionOnly,
    response: tokenJson,
    run: async ({ actor, params }) =>
      presentToken(await undoRevokeToken(actor, readId(named(params, "token"), "ApiToken"))),
  }),
});
