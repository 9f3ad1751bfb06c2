import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { shareGate } from "#app/api/v3/projects/_gates.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { formatAccesses, presentAccess } from "#lib/sharing/use/present.ts";
import { listAccesses } from "#lib/sharing/use/queries.ts";
import { accessJson, accessQuery } from "#lib/sharing/use/schema.ts";

/** Rows of a table; `limit` does not count for it, because somebody who saves it wants what there is. */
const mostRows = 10_000;

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary:
      "List single accesses by a share that were kept, the latest first; with `as=csv` the latest 10,000 as a table",
    gate: shareGate,
    query: accessQuery,
    response: pageOf(accessJson),
    types: ["text/csv"],
    run: async ({ project, share, query, page, list }) => {
      if (query.as === undefined) return list(await listAccesses(share, query, page), presentAccess);
      const { rows } = await listAccesses(share, query, { limit: mostRows, offset: 0 });
      return new Response(formatAccesses(rows), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${project.slug}-share-${share.id}-accesses.csv"`,
        },
      });
    },
  }),
});
