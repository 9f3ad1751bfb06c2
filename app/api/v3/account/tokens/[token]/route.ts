import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { named, proven, sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { projectIdsOf } from "#app/api/v3/account/tokens/_projects.ts";
import { revokeToken, updateToken } from "#lib/accounts/tokens/commands.ts";
import { presentToken } from "#lib/accounts/tokens/present.ts";
import { getToken } from "#lib/accounts/tokens/queries.ts";
import { tokenChanges, tokenJson } from "#lib/accounts/tokens/schema.ts";
import { readId } from "#lib/platform/wire/ids.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show one of your API tokens, without its text",
    gate: sessionOnly,
    response: tokenJson,
    run: async ({ actor, params }) =>
      presentToken(await getToken(actor, readId(named(params, "token"), "ApiToken"))),
  }),
  PATCH: endpoint({
    summary: "Change what an API token is called and may do",
    gate: proven(sessionOnly),
    body: tokenChanges,
    response: tokenJson,
    run: async ({ actor, params, body }) => {
      const { id } = await getToken(actor, readId(named(params, "token"), "ApiToken"));
      const { projects, ...changes } = body;
      const projectIds = projects ? await projectIdsOf(actor, projects) : projects;
      return presentToken(await updateToken(actor, id, { ...changes, projectIds }));
    },
  }),
  DELETE: endpoint({
    summary: "Revoke an API token",
    gate: sessionOnly,
    response: null,
    run: ({ actor, params }) => revokeToken(actor, readId(named(params, "token"), "ApiToken")),
  }),
});
