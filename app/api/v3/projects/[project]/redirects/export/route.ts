import { z } from "zod";
import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { listStoredRedirects } from "#lib/redirects/imports/queries.ts";
import { formatCsv } from "#lib/redirects/imports/rules/csv.ts";
import { formatLines } from "#lib/redirects/imports/rules/lines.ts";
import { exportQuery } from "#lib/redirects/imports/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Save all redirects of a project as a table or as lines, in their order",
    gate: projectAdmin,
    query: exportQuery,
    response: z.string(),
    types: ["text/csv", "text/plain"],
    run: async ({ project, query }) => {
      const redirects = await listStoredRedirects(project);
      const isCsv = query.as === "csv";
      const name = `${project.slug}-redirects.${isCsv ? "csv" : "txt"}`;
      return new Response(isCsv ? formatCsv(redirects) : formatLines(redirects), {
        headers: {
          "content-type": `text/${isCsv ? "csv" : "plain"}; charset=utf-8`,
          "content-disposition": `attachment; filename="${name}"`,
        },
      });
    },
  }),
});
