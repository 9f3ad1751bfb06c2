import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import type { Actor } from "#lib/access/schema.ts";
import { createToken } from "#lib/accounts/tokens/commands.ts";
import { presentToken } from "#lib/accounts/tokens/present.ts";
import { listTokens } from "#lib/accounts/tokens/queries.ts";
import { newTokenJson, tokenInput, tokenJson } from "#lib/accounts/tokens/schema.ts";
import { invalid } from "#lib/platform/errors.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { findProject } from "#lib/projects/queries.ts";

/** Ids of projects the caller sees, or 400 naming the first one that is not there. */
async function projectIdsOf(actor: Actor, slugs: readonly string[]): Promise<number[]> {
  const found = await Promise.all(slugs.map((slug) => findProject(actor, slug)));
  const missing = slugs.find((_, index) => !found[index]);
  if (missing !== undefined) throw invalid({ projects: [`Object with slug=${missing} does not exist.`] });
  return [...new Set(found.flatMap((project) => (project ? [project.id] : [])))];
}

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List your API tokens",
    gate: sessionOnly,
    response: pageOf(tokenJson),
    run: async ({ actor, page, list }) => list(await listTokens(actor, page), presentToken),
  }),
  POST: endpoint({
    summary: "Create an API token; its text is shown in this answer only",
    gate: sessionOnly,
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
