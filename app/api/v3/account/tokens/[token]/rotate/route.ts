import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { named, proven, sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { rotateToken } from "#lib/accounts/tokens/commands.ts";
import { presentToken } from "#lib/accounts/tokens/present.ts";
import { newTokenJson, rotateInput } from "#lib/accounts/tokens/schema.ts";
import { readId } from "#lib/platform/wire/ids.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Give an API token a new text; the old one may live on for a while",
    gate: proven(sessionOnly),
    body: rotateInput,
    response: newTokenJson,
    run: async ({ actor, params, body }) => {
      const id = readId(named(params, "token"), "ApiToken");
      const { row, token } = await rotateToken(actor, id, body.overlap_hours);
      return { ...presentToken(row), token };
    },
  }),
});
