import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { proven, sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { projectIdsOf } from "#app/api/v3/account/tokens/_projects.ts";
import { createToken } from "#lib/accounts/tokens/commands.ts";
import { presentToken } from "#lib/accounts/tokens/present.ts";
import { listTokens } from "#lib/accounts/tokens/queries.ts";
import { newTokenJson, tokenInput, tokenJson } from "#lib/accounts/tokens/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List your API tokens",
    gate: sessionOnly,
    response: pageOf(tokenJson),
    run: async ({ actor, page, list }) => list(await listTokens(actor, page), presentToken),
  }),
  POST: endpoint({
    summary: "Create an API token; its text is shown in this answer only",
    gate: proven(sessionOnly),
    body: tokenInput,
    response: newTokenJson,
    status: 201,
    run: async ({ actor, body }) => {
      const { row, token } = await createToken(actor, {
        userId: actor.userId,
        name: body.name,
        scope: body.scope,
        expires: body.expires ?? null,
        projectIds: body.projects ? await projectIdsOf(actor, body.projects) : null,
      });
      return { ...presentToken(row), token };
    },
  }),
});
