import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { importRedirects } from "#lib/redirects/imports/commands.ts";
import { presentImport } from "#lib/redirects/imports/present.ts";
import { openImport } from "#lib/redirects/imports/queries.ts";
import { importInput, importJson } from "#lib/redirects/imports/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Show what a list of redirects would change; with `apply` change all of it, or nothing",
    gate: projectAdmin,
    body: importInput,
    response: importJson,
    run: async ({ project, body }) => {
      if (body.apply) {
        const { plan, after } = await importRedirects(project, body);
        return presentImport(plan, after, true);
      }
      const { plan, stored } = await openImport(project, body);
      return presentImport(plan, stored, false);
    },
  }),
});
