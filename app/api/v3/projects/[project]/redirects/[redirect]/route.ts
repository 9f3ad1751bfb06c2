import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { redirectAdmin } from "#app/api/v3/projects/_gates.ts";
import { deleteRedirect, updateRedirect } from "#lib/redirects/commands.ts";
import { presentRedirect, presentSavedRedirect } from "#lib/redirects/present.ts";
import type { Redirect } from "#lib/redirects/queries.ts";
import { redirectChanges, redirectInput, redirectJson } from "#lib/redirects/schema.ts";

const tag = ({ redirect }: { redirect: Redirect }) => redirect;

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show a redirect",
    gate: redirectAdmin,
    tag,
    response: redirectJson,
    run: async ({ redirect }) => presentRedirect(redirect),
  }),
  PUT: endpoint({
    summary: "Change a redirect; its type must be named, what else is left out stays",
    gate: redirectAdmin,
    tag,
    body: redirectInput,
    response: redirectJson,
    run: async ({ redirect, body, unchanged }) =>
      presentSavedRedirect(await updateRedirect(redirect, body, { unchanged })),
  }),
  PATCH: endpoint({
    summary: "Change a redirect",
    gate: redirectAdmin,
    tag,
    body: redirectChanges,
    response: redirectJson,
    run: async ({ redirect, body, unchanged }) =>
      presentSavedRedirect(await updateRedirect(redirect, body, { unchanged })),
  }),
  DELETE: endpoint({
    summary: "Remove a redirect; those behind it move up",
    gate: redirectAdmin,
    tag,
    response: null,
    run: ({ redirect, unchanged }) => deleteRedirect(redirect, { unchanged }),
  }),
});
