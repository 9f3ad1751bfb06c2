import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { previewViewer } from "#app/api/v3/projects/_gates.ts";
import { presentDiff } from "#lib/publishing/diffs/present.ts";
import { getDiff } from "#lib/publishing/diffs/queries.ts";
import { diffJson, diffQuery } from "#lib/publishing/diffs/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List the pages a pull request adds, changes and removes",
    gate: previewViewer,
    query: diffQuery,
    response: diffJson,
    run: async ({ version, query }) => presentDiff(await getDiff(version), query.ignore),
  }),
});
