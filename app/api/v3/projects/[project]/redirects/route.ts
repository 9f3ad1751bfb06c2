import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { createRedirect } from "#lib/redirects/commands.ts";
import { presentRedirect, presentSavedRedirect } from "#lib/redirects/present.ts";
import { listRedirects } from "#lib/redirects/queries.ts";
import { redirectInput, redirectJson } from "#lib/redirects/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List a project's redirects in the order they are tried",
    gate: projectAdmin,
    response: pageOf(redirectJson),
    run: async ({ project, page, list }) => list(await listRedirects(project, page), presentRedirect),
  }),
  POST: endpoint({
    summary: "Add a redirect, at the front unless a position is given",
    gate: projectAdmin,
    body: redirectInput,
    response: redirectJson,
    status: 201,
    run: async ({ project, body }) => presentSavedRedirect(await createRedirect(project, body)),
  }),
});
