import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { businessProjectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { revealed } from "#app/api/v3/projects/[project]/sharing/_reveals.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { createShare } from "#lib/sharing/commands.ts";
import { presentSavedShare, presentShare } from "#lib/sharing/present.ts";
import { listShares } from "#lib/sharing/queries.ts";
import { savedShareJson, shareInput, shareJson, shareQuery } from "#lib/sharing/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List a project's shares, live ones unless another status is asked for",
    gate: businessProjectAdmin,
    query: shareQuery,
    response: pageOf(shareJson),
    run: async ({ project, query, page, list, tells }) => {
      const found = await listShares(project, query, page);
      await revealed(found.rows, tells);
      return list(found, presentShare);
    },
  }),
  POST: endpoint({
    summary: "Share a project; a password or header token is shown in this answer only",
    gate: businessProjectAdmin,
    body: shareInput,
    response: savedShareJson,
    status: 201,
    run: async ({ project, body }) => presentSavedShare(await createShare(project, body)),
  }),
});
